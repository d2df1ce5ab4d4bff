import { verify } from '@svc/signing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../storage/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { advanceClock } from './advance.ts'
import type { AttemptReport } from './engine.ts'
import { eventually, labSecret, openLab } from './test-lab.ts'

const minute = 60_000

afterEach(() => {
  vi.useRealTimers()
})

describe('the ladder (spec 8)', () => {
  test('five attempts at their exact times, then dead', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end('no'))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const start = lab.clock.now()
    expect(await advanceClock({ ...lab, engine, seconds: 24 * 3600 })).toBe(5)
    expect(receiver.received.map(({ at }) => at - start)).toEqual(
      [0, 1, 6, 36, 156].map((minutes) => minutes * minute),
    )
    expect(await lab.delivery(id)).toMatchObject({
      status: 'dead',
      attempts: 5,
      ladder_attempts: 5,
      next_attempt_at: null,
      delivered_at: null,
      last_attempted_at: start + 156 * minute,
      response_status: 500,
      response_body: 'no',
      lease_until: null,
      lease_token: null,
    })
    const log = await lab.attempts(id)
    expect(log.map(({ number, kind, outcome, error }) => ({ number, kind, outcome, error }))).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ number, kind: 'scheduled', outcome: 'failed', error: 'status' })),
    )
  })

  test('a delivery that is between attempts is failed; the first success ends it (D13)', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) =>
      response.writeHead(receiver.received.length < 3 ? 503 : 202).end(`answer ${receiver.received.length}`),
    )
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const start = lab.clock.now()
    await engine.settled()
    expect(await lab.delivery(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: start + minute,
      response_status: 503,
      response_body: 'answer 1',
    })
    await advanceClock({ ...lab, engine, seconds: 24 * 3600 })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 3,
      next_attempt_at: null,
      delivered_at: start + 6 * minute,
      last_attempted_at: start + 6 * minute,
      response_status: 202,
      response_body: 'answer 3',
    })
    expect(receiver.received).toHaveLength(3)
  })

  test('each attempt sends the same bytes, signed with the secret of the moment (D14)', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
    const endpoint = await lab.endpoint(receiver.url)
    const [id = ''] = await lab.deliveries(endpoint, 1)
    const engine = lab.engine({ userAgent: 'lab/1' })
    engine.start()
    await engine.settled()
    await lab.storage.write((tx) =>
      tx
        .updateTable('webhook_endpoints')
        .set({ secret: 'whsec_new', previous_secret: labSecret })
        .where('id', '=', endpoint)
        .execute(),
    )
    await advanceClock({ ...lab, engine, seconds: 60 })
    const [first, second] = receiver.received
    expect(first?.body).toBe(JSON.stringify({ id, type: 'payment.created' }))
    expect(second?.body).toBe(first?.body)
    expect(verify(first?.body ?? '', first?.headers['x-svc-signature'], labSecret)).toBe(true)
    expect(verify(second?.body ?? '', second?.headers['x-svc-signature'], 'whsec_new')).toBe(true)
    expect(second?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event': 'payment.created',
      'x-svc-delivery': id,
      'user-agent': 'lab/1',
    })
  })

  test('a restart goes on where the ladder was', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const before = lab.engine()
    before.start()
    const start = lab.clock.now()
    await advanceClock({ ...lab, engine: before, seconds: 90 })
    await before.stop()
    await lab.clock.advanceTo(start + 10 * minute)
    const after = lab.engine()
    after.start()
    await after.settled()
    // The third attempt was due at minute 6, while nobody was there; the fourth counts from when it was made.
    expect(receiver.received.map(({ at }) => (at - start) / minute)).toEqual([0, 1, 10])
    expect(await lab.delivery(id)).toMatchObject({ attempts: 3, next_attempt_at: start + 40 * minute })
  })
})

describe('what is due', () => {
  test('goes out in order of due time, then of creation', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const one = await lab.endpoint(receiver.url)
    const other = await lab.endpoint(receiver.url)
    const now = lab.clock.now()
    const [third = '', fourth = ''] = await lab.deliveries(one, 2, { due: now - 1_000 })
    const [first = ''] = await lab.deliveries(other, 1, { due: now - 3_000 })
    const [second = ''] = await lab.deliveries(one, 1, { due: now - 2_000 })
    const [fifth = ''] = await lab.deliveries(other, 1, { due: now })
    const [later = ''] = await lab.deliveries(other, 1, { due: now + 1 })
    const engine = lab.engine({ concurrency: 1 })
    engine.start()
    await engine.settled()
    expect(receiver.ids()).toEqual([first, second, third, fourth, fifth])
    expect(await lab.delivery(later)).toMatchObject({ status: 'pending', attempts: 0 })
  })

  test('on a running clock leaves by itself when its time comes', async () => {
    await using lab = await openLab({ mode: 'real' })
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const engine = lab.engine()
    engine.start()
    const due = lab.clock.now() + 150
    const ids = await lab.deliveries(endpoint, 1, { due })
    await eventually(() => receiver.received.length === 1)
    expect(receiver.ids()).toEqual(ids)
    expect(receiver.received[0]?.at).toBeGreaterThanOrEqual(due)
  })

  test('on a frozen clock leaves as soon as the clock gets there', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const engine = lab.engine()
    engine.start()
    await lab.deliveries(await lab.endpoint(receiver.url), 1, { due: lab.clock.now() + 5_000 })
    await lab.clock.advanceTo(lab.clock.now() + 5_000)
    await eventually(() => receiver.received.length === 1)
    expect(receiver.received).toHaveLength(1)
  })

  test('is held while its endpoint is off, and leaves when it is switched on (D13)', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url, { is_active: 0 })
    const ids = await lab.deliveries(endpoint, 3)
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    await advanceClock({ ...lab, engine, seconds: 3_600 })
    expect(receiver.received).toHaveLength(0)
    await lab.storage.write(async (tx) => {
      await tx.updateTable('webhook_endpoints').set({ is_active: 1 }).where('id', '=', endpoint).execute()
      await lab.storage.notify(tx, 'deliveries')
    })
    await engine.settled()
    expect(receiver.ids().toSorted()).toEqual(ids.toSorted())
  })

  test('goes away with its endpoint, also under way (D13)', async () => {
    await using lab = await openLab()
    let answer: (() => void) | undefined
    const receiver = await lab.receiver((_, response) => (answer = () => response.end()))
    const endpoint = await lab.endpoint(receiver.url)
    await lab.deliveries(endpoint, 1)
    const reports: AttemptReport[] = []
    const engine = lab.engine({ onAttempt: (report) => reports.push(report) })
    engine.start()
    await eventually(() => answer !== undefined)
    await lab.storage.write((tx) => tx.deleteFrom('webhook_endpoints').where('id', '=', endpoint).execute())
    answer?.()
    await engine.settled()
    expect(engine.inFlight()).toBe(0)
    expect(reports).toEqual([])
    expect(await lab.storage.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })
})

describe('a hung receiver', () => {
  test('takes its own slots only: the others get everything meanwhile', async () => {
    await using lab = await openLab()
    const hung = await lab.receiver(() => undefined)
    const healthy = await lab.receiver()
    const hungEndpoint = await lab.endpoint(hung.url)
    const waiting = await lab.deliveries(hungEndpoint, 500, { due: lab.clock.now() - 60_000 })
    const engine = lab.engine({ concurrency: 8, perEndpoint: 3, timeoutMs: 60_000 })
    engine.start()
    const ids = [
      ...(await lab.deliveries(await lab.endpoint(healthy.url), 60)),
      ...(await lab.deliveries(await lab.endpoint(healthy.url), 60)),
    ]
    await eventually(() => healthy.received.length === 120)
    expect(healthy.ids().toSorted()).toEqual(ids.toSorted())
    expect(hung.ids().toSorted()).toEqual(waiting.slice(0, 3).toSorted())
    expect(engine.inFlight()).toBeLessThanOrEqual(8)
  })
})

describe('several engines on one database', () => {
  test('send everything once', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const ids: string[] = []
    for (let endpoint = 0; endpoint < 5; endpoint += 1) {
      ids.push(...(await lab.deliveries(await lab.endpoint(receiver.url), 80)))
    }
    const engines = [lab.engine(), lab.engine({ concurrency: 7, perEndpoint: 2 })]
    for (const engine of engines) engine.start()
    await Promise.all(engines.map((engine) => engine.settled()))
    expect(receiver.ids().toSorted()).toEqual(ids.toSorted())
    const rows = await lab.storage.db.selectFrom('deliveries').select(['status', 'attempts']).execute()
    expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(['delivered 1']),
    )
  })

  test('take over what another one had claimed, when its lease is over and not before', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const [claimed = '', free = ''] = await lab.deliveries(endpoint, 2)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: real + 15_000, lease_token: 'of a node that died' })
        .where('id', '=', claimed)
        .execute(),
    )
    const engine = lab.engine()
    engine.start()
    await eventually(async () => (await lab.delivery(free))?.status === 'delivered')
    const settled = engine.settled()
    real += 14_999
    await lab.storage.notify(lab.storage.db, 'deliveries')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(receiver.ids()).toEqual([free])
    real += 1
    await settled
    expect(receiver.ids()).toEqual([free, claimed])
  })

  test('notice a lease that ran out without anybody telling them', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: lab.clock.real() + 300, lease_token: 'of a node that died' })
        .where('id', '=', id)
        .execute(),
    )
    lab.engine().start()
    await eventually(() => receiver.received.length === 1)
    expect(receiver.ids()).toEqual([id])
  })

  test('drop a result whose claim was lost meanwhile', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const answers: ((status: number) => void)[] = []
    const receiver = await lab.receiver((_, response) =>
      answers.push((status) => response.writeHead(status).end()),
    )
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const slow = lab.engine()
    slow.start()
    await eventually(() => answers.length === 1)
    real += 20_000
    const quick = lab.engine()
    quick.start()
    await eventually(() => answers.length === 2)
    answers[1]?.(200)
    await eventually(async () => (await lab.delivery(id))?.status === 'delivered')
    answers[0]?.(500)
    await eventually(() => slow.inFlight() === 0)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1, response_status: 200 })
    expect(await lab.attempts(id)).toHaveLength(1)
  })

  test('a node that delivers nothing waits for the one that does', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    await lab.deliveries(await lab.endpoint(receiver.url), 5)
    const settled = lab.engine().settled()
    lab.engine().start()
    await settled
    expect(receiver.received).toHaveLength(5)
  })
})

describe('stop', () => {
  test('claims nothing more and lets attempts under way end', async () => {
    await using lab = await openLab()
    const answers: (() => void)[] = []
    const receiver = await lab.receiver((_, response) => answers.push(() => response.end()))
    const ids = await lab.deliveries(await lab.endpoint(receiver.url), 10)
    const engine = lab.engine({ perEndpoint: 2 })
    engine.start()
    await eventually(() => answers.length === 2)
    const stopped = engine.stop()
    for (const answer of answers) answer()
    await stopped
    const states = await Promise.all(ids.map((id) => lab.delivery(id)))
    expect(states.map((row) => row?.status)).toEqual([
      'delivered',
      'delivered',
      ...Array.from({ length: 8 }, () => 'pending'),
    ])
    expect(states.every((row) => row?.lease_until === null)).toBe(true)
  })

  test('gives back what does not end in time: another engine has it at once', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => {
      if (receiver.received.length > 1) response.end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine({ timeoutMs: 60_000 })
    engine.start()
    await eventually(() => receiver.received.length === 1)
    await engine.stop({ graceMs: 10 })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'pending',
      attempts: 0,
      lease_until: null,
      lease_token: null,
    })
    const next = lab.engine()
    next.start()
    await next.settled()
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  test('tells who waits, and can be undone', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver(() => undefined)
    await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const waiting = engine.settled().catch((error: unknown) => error)
    await eventually(() => receiver.received.length === 1)
    await engine.stop({ graceMs: 0 })
    expect(await waiting).toMatchObject({ name: 'EngineStopped', code: 'engine_stopped' })
    engine.start()
    await eventually(() => receiver.received.length === 2)
    expect(engine.inFlight()).toBe(1)
  })
})

describe('a resend (D18)', () => {
  const answering =
    (status: () => number) => (_: unknown, response: { writeHead(s: number): { end(): void } }) =>
      response.writeHead(status()).end()

  test('of a dead delivery: success makes it delivered, with the same id and bytes', async () => {
    await using lab = await openLab()
    let status = 500
    const receiver = await lab.receiver(answering(() => status))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await advanceClock({ ...lab, engine, seconds: 24 * 3600 })
    expect(await engine.resend(id)).toMatchObject({
      number: 6,
      kind: 'manual',
      outcome: 'failed',
      error: 'status',
    })
    expect(await lab.delivery(id)).toMatchObject({ status: 'dead', attempts: 6, ladder_attempts: 5 })
    status = 200
    expect(await engine.resend(id)).toEqual({
      number: 7,
      kind: 'manual',
      outcome: 'delivered',
      started_at: new Date(lab.clock.now()).toISOString(),
      duration_ms: expect.any(Number),
      response_status: 200,
      response_body: '',
      error: null,
    })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 7,
      delivered_at: lab.clock.now(),
      next_attempt_at: null,
    })
    expect(new Set(receiver.received.map(({ id: sent, body }) => `${sent} ${body}`)).size).toBe(1)
    expect((await lab.attempts(id)).map(({ number, kind }) => `${number} ${kind}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `${number} scheduled`),
      '6 manual',
      '7 manual',
    ])
  })

  test('between attempts: failure leaves status and schedule, success ends the ladder', async () => {
    await using lab = await openLab()
    let status = 500
    const receiver = await lab.receiver(answering(() => status))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    const due = lab.clock.now() + minute
    await engine.resend(id)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      ladder_attempts: 1,
      next_attempt_at: due,
    })
    status = 204
    await engine.resend(id)
    expect(await advanceClock({ ...lab, engine, seconds: 24 * 3600 })).toBe(0)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 3, ladder_attempts: 1 })
  })

  test('before the first attempt and with the endpoint off: a failure leaves it pending', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver(answering(() => 500))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url, { is_active: 0 }), 1)
    await lab.engine().resend(id)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'pending',
      attempts: 1,
      ladder_attempts: 0,
      next_attempt_at: lab.clock.now(),
    })
  })

  test('that succeeds while a scheduled attempt is failing wins', async () => {
    await using lab = await openLab()
    let fail: (() => void) | undefined
    const receiver = await lab.receiver((_, response) => {
      if (fail) response.end()
      else fail = () => response.writeHead(500).end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await eventually(() => fail !== undefined)
    expect(await engine.resend(id)).toMatchObject({ number: 1, outcome: 'delivered' })
    fail?.()
    await eventually(() => engine.inFlight() === 0)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 2,
      ladder_attempts: 1,
      next_attempt_at: null,
      delivered_at: lab.clock.now(),
      lease_until: null,
    })
    expect((await lab.attempts(id)).map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'manual delivered',
      'scheduled failed',
    ])
  })

  test('of an unknown delivery is not found', async () => {
    await using lab = await openLab()
    await expect(lab.engine().resend('b5ff3cd7-0d1c-4d49-a3b6-0f4ba1f12a30')).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'not_found',
    })
  })

  test('of one that is deleted under way is not found', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => {
      void lab.storage.write((tx) => tx.deleteFrom('webhook_endpoints').execute()).then(() => response.end())
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    await expect(lab.engine().resend(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a database that fails', () => {
  /** The storage with `write` and reads that reject as long as `away()` says so. */
  function failing(storage: Storage, away: () => Error | null): Storage {
    return {
      ...storage,
      write: (work) => {
        const error = away()
        return error ? Promise.reject(error) : storage.write(work)
      },
    }
  }

  test('while an attempt is being written down: it is written down later, and not sent again', async () => {
    await using lab = await openLab()
    let refusals = 0
    const receiver = await lab.receiver((_, response) => {
      refusals = 2
      response.end('seen')
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const storage = failing(lab.storage, () => (refusals-- > 0 ? new StorageUnavailable('away') : null))
    const engine = lab.engine({ storage })
    engine.start()
    await engine.settled()
    expect(receiver.received).toHaveLength(1)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1, response_body: 'seen' })
  })

  test('that refuses what the receiver answered gets the attempt without it', async () => {
    await using lab = await openLab()
    let answered = false
    const receiver = await lab.receiver((_, response) => {
      answered = true
      response.end('indigestible')
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const storage = failing(lab.storage, () => {
      const refuse = answered
      answered = false
      return refuse ? new Error('invalid text') : null
    })
    const engine = lab.engine({ storage })
    engine.start()
    await engine.settled()
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      response_status: 200,
      response_body: null,
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('for longer than the lease: the attempt is repeated, and nothing else happens', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    let away = false
    const receiver = await lab.receiver((_, response) => {
      away = receiver.received.length === 1
      real += 14_990
      response.end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const errors: string[] = []
    const logger = {
      debug: () => {},
      warn: () => {},
      error: (_: object, message: string) => errors.push(message),
    }
    const storage = failing(lab.storage, () => (away ? new StorageUnavailable('away') : null))
    const engine = lab.engine({ storage, logger })
    engine.start()
    await eventually(() => errors.length === 1)
    expect(errors).toEqual(['an attempt could not be written down'])
    away = false
    real += 100
    await engine.settled()
    expect(receiver.received).toHaveLength(2)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  test('while claiming: the engine asks again until it answers', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    await lab.deliveries(await lab.endpoint(receiver.url), 1)
    let refusals = 2
    const warnings: string[] = []
    const engine = lab.engine({
      storage: failing(lab.storage, () => (refusals-- > 0 ? new StorageUnavailable('away') : null)),
      logger: {
        debug: () => {},
        warn: (_: object, message: string) => warnings.push(message),
        error: () => {},
      },
    })
    engine.start()
    await engine.settled()
    expect(receiver.received).toHaveLength(1)
    expect(warnings).toEqual(['deliveries could not be claimed', 'deliveries could not be claimed'])
  })
})

describe('faults of deliveries', () => {
  test.each([
    [
      { type: 'status', status: 418, body: 'teapot' },
      { status: 'failed', response_status: 418, response_body: 'teapot' },
      'status',
    ],
    [{ type: 'status', status: 204 }, { status: 'delivered', response_status: 204, response_body: '' }, null],
    [{ type: 'timeout' }, { status: 'failed', response_status: null, response_body: null }, 'timeout'],
    [
      { type: 'unreachable' },
      { status: 'failed', response_status: null, response_body: null },
      'unreachable',
    ],
  ] as const)('%j is recorded like the real thing, and nothing is sent', async (fault, row, error) => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const [id = ''] = await lab.deliveries(endpoint, 1)
    const asked: unknown[] = []
    const engine = lab.engine({
      faults: {
        answerFor({ endpoint_id, event_type, property_id }) {
          asked.push({ endpoint_id, event_type, property_id })
          return fault
        },
      },
    })
    engine.start()
    await engine.settled()
    expect(receiver.received).toEqual([])
    expect(asked).toEqual([
      { endpoint_id: endpoint, event_type: 'payment.created', property_id: lab.propertyId },
    ])
    expect(await lab.delivery(id)).toMatchObject({ ...row, attempts: 1 })
    expect(await lab.attempts(id)).toMatchObject([{ number: 1, error, response_status: row.response_status }])
  })
})

describe('what cannot be sent', () => {
  test('because its secret cannot be opened fails by the ladder, and the log says why', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const errors: object[] = []
    const engine = lab.engine({
      secrets: {
        seal: (plain) => plain,
        open: () => {
          throw new Error('sealed with another key')
        },
      },
      logger: { debug: () => {}, warn: () => {}, error: (details) => errors.push(details) },
    })
    engine.start()
    await engine.settled()
    expect(await lab.attempts(id)).toMatchObject([{ outcome: 'failed', error: 'internal' }])
    expect(errors).toMatchObject([{ delivery_id: id, err: { message: 'sealed with another key' } }])
    expect(receiver.received).toEqual([])
  })
})

test('every attempt is reported, for metrics and traces', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver()
  const endpoint = await lab.endpoint(receiver.url)
  const [id = ''] = await lab.deliveries(endpoint, 1, { due: lab.clock.now() - 250 })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await lab.storage.write((tx) => tx.updateTable('deliveries').set({ traceparent }).execute())
  const reports: AttemptReport[] = []
  const engine = lab.engine({
    onAttempt(report) {
      reports.push(report)
      throw new Error('a listener may be broken')
    },
  })
  engine.start()
  await engine.settled()
  await engine.resend(id)
  expect(reports).toMatchObject([
    {
      delivery_id: id,
      endpoint_id: endpoint,
      kind: 'scheduled',
      status: 'delivered',
      lag_ms: 250,
      traceparent,
    },
    { delivery_id: id, kind: 'manual', outcome: 'delivered', lag_ms: null },
  ])
  expect(receiver.received[0]?.headers['traceparent']).toBe(traceparent)
})
