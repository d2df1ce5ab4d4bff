import { request as httpRequest } from 'node:http'
import { hangsHeader, sandboxAgent } from '@svc/control'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { ControlDelivery, SandboxControl } from '../index.ts'
import {
  type Inbox,
  InboxClosedError,
  InboxTimeoutError,
  makeEndpoint,
  makeEvent,
  openInbox,
  signedDelivery,
} from '../index.ts'

const secret = 'whsec_inbox-test'
let inbox: Inbox

beforeEach(async () => {
  inbox = await openInbox()
})
afterEach(async () => {
  vi.useRealTimers()
  await inbox.close()
})

/** Posts an event as the service does. It uses node:http, which fake timers do not affect. */
function post(event: { id: string; type: string }, options: { secret?: string; path?: string } = {}) {
  const { headers, body } = signedDelivery(event as ReturnType<typeof makeEvent>, {
    secret: options.secret ?? secret,
  })
  return postRaw(body, { ...headers }, options.path)
}

function postRaw(body: string | Uint8Array, headers: Record<string, string> = {}, path = '') {
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const sent = httpRequest(inbox.url + path, { method: 'POST', headers, agent: false }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += String(chunk)))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: text, headers: answer.headers }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    },
  )
}

describe('openInbox', () => {
  it('receives what is sent, with its raw bytes', async () => {
    const event = makeEvent('payment.created')
    const waiting = inbox.next('payment.created')
    expect((await post(event, { path: 'hooks/svc' })).status).toBe(204)
    const delivery = await waiting
    expect(delivery).toMatchObject({
      id: event.id,
      type: 'payment.created',
      attempt: 1,
      method: 'POST',
      path: '/hooks/svc',
    })
    expect(delivery.event).toEqual(event)
    expect(delivery.event.data.amount).toBe(event.data.amount)
    expect(Buffer.from(delivery.rawBody).toString()).toBe(JSON.stringify(event))
    expect(delivery.problems).toEqual([])
    expect(delivery.verified).toBeNull()
  })

  it('hands out earlier deliveries, each once and oldest first', async () => {
    const [first, other, second] = [
      makeEvent('payment.created'),
      makeEvent('booking.created'),
      makeEvent('payment.created'),
    ]
    for (const event of [first, other, second]) await post(event)
    expect((await inbox.next('payment.created')).id).toBe(first.id)
    expect((await inbox.next('payment.created')).id).toBe(second.id)
    expect((await inbox.next()).id).toBe(other.id)
    expect(inbox.all().map(({ id }) => id)).toEqual([first.id, other.id, second.id])
    expect(inbox.all('booking.created')).toHaveLength(1)
    await expect(inbox.next('payment.created', { timeoutMs: 1 })).rejects.toThrow(InboxTimeoutError)
  })

  it('takes only what matches', async () => {
    const [small, large] = ['1.0000', '900.0000'].map((amount) =>
      makeEvent('payment.created', { data: { amount } }),
    )
    const waiting = inbox.next('payment.created', { match: ({ event }) => event.data.amount === '900.0000' })
    if (small) await post(small)
    if (large) await post(large)
    expect((await waiting).id).toBe(large?.id)
    expect((await inbox.next()).id).toBe(small?.id)
  })

  it('fails where its match fails, with that error, and receives on', async () => {
    const failing = inbox.next('payment.created', {
      match: ({ event }) => {
        throw new Error(`no guest in ${event.type}`)
      },
    })
    const failed = failing.catch(String)
    const event = makeEvent('payment.created')
    expect((await post(event)).status).toBe(204)
    expect(await failed).toBe('Error: no guest in payment.created')
    expect((await inbox.next('payment.created')).id).toBe(event.id)
  })

  it.each([
    [{ match: { id: 'x' } }, 'match must be a function of the delivery'],
    [{ timeoutMs: '5s' }, 'timeoutMs must be a number of milliseconds'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number of milliseconds'],
    [{ timeoutMs: -1 }, 'timeoutMs must be a number of milliseconds'],
  ])('%j is refused', async (options, words) => {
    await expect(inbox.next('payment.created', options as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(words),
    })
  })

  it('a time-out has the line of the test that waits', async () => {
    async function testOfAPartner() {
      await inbox.next('payment.created', { timeoutMs: 1 })
    }
    const error = await testOfAPartner().catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(InboxTimeoutError)
    expect((error as Error).stack).toContain('testOfAPartner')
  })

  it('serves waiting calls in the order in which they came', async () => {
    const waiting = [inbox.next('booking.cancelled'), inbox.next('booking.cancelled')]
    const events = [makeEvent('booking.cancelled'), makeEvent('booking.cancelled')]
    for (const event of events) await post(event)
    expect((await Promise.all(waiting)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  it('counts the attempts of a delivery', async () => {
    const event = makeEvent('booking.created')
    for (let attempt = 1; attempt <= 3; attempt++) {
      await post(event)
      expect((await inbox.next()).attempt).toBe(attempt)
    }
  })

  it('forgets what is cleared', async () => {
    await post(makeEvent('booking.created'))
    inbox.clear()
    expect(inbox.all()).toEqual([])
  })

  it('listens on the given host and port', async () => {
    await using other = await openInbox({ host: '::1' })
    expect(other.url).toMatch(/^http:\/\/\[::1\]:\d+\/$/)
    await expect(openInbox({ port: Number(new URL(inbox.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})

describe('signatures', () => {
  it('are verified when the secret is known: a wrong one is answered 401 and never handed out', async () => {
    inbox.secret = secret
    const [forged, real] = [makeEvent('payment.created'), makeEvent('payment.created')]
    expect((await post(forged, { secret: 'another' })).status).toBe(401)
    expect((await post(real)).status).toBe(204)
    expect(await inbox.next()).toMatchObject({ id: real.id, verified: true })
    expect(inbox.all()).toMatchObject([{ id: forged.id, verified: false, answered: 401 }, { id: real.id }])
  })

  it('are verified late for what came before the secret was known', async () => {
    const [forged, real] = [makeEvent('payment.created'), makeEvent('payment.created')]
    await post(forged, { secret: 'another' })
    await post(real)
    inbox.secret = ['whsec_old', secret]
    expect((await inbox.next()).id).toBe(real.id)
  })

  it('need a secret: an empty one is refused when it is set, not at the first delivery', async () => {
    await expect(openInbox({ secret: '' })).rejects.toMatchObject({ code: 'empty_secret' })
    expect(() => (inbox.secret = [])).toThrow(expect.objectContaining({ code: 'no_secret' }))
    expect(inbox.secret).toBeUndefined()
  })

  it('hold for bodies that are no valid UTF-8: bytes are compared, not text', async () => {
    inbox.secret = secret
    const { headers } = signedDelivery(makeEvent('booking.created'), { secret })
    const body = Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d])
    expect((await postRaw(body, { ...headers })).status).toBe(401)
    expect(inbox.all()[0]?.rawBody).toEqual(body)
  })
})

describe('what is no event', () => {
  it('is kept in all() and never handed out', async () => {
    await postRaw('not json', { 'x-svc-event': 'payment.created' })
    expect(inbox.all()).toMatchObject([{ event: null, type: 'payment.created', text: 'not json' }])
    await expect(inbox.next(undefined, { timeoutMs: 1 })).rejects.toThrow(/NOT AN EVENT/)
  })

  it('has the id and type of its body where no header names them', async () => {
    const event = makeEvent('payment.created')
    await postRaw(JSON.stringify(event))
    expect(inbox.all()).toMatchObject([{ id: event.id, type: 'payment.created' }])
  })

  it('is refused above 16 MiB, and not kept', async () => {
    const { status } = await postRaw(new Uint8Array(16 * 1_048_576 + 1)).catch(() => ({ status: 413 }))
    expect([status, inbox.all()]).toEqual([413, []])
  })

  it('names the problems of an event that breaks the contract', async () => {
    const { data, ...envelope } = makeEvent('payment.created')
    const broken = { ...envelope, data: { ...data, amount: 5 } }
    await post(broken)
    const { problems } = await inbox.next('payment.created')
    expect(problems.map(({ path }) => path)).toEqual(['data.amount'])
  })
})

describe('respond', () => {
  it('is a status, or a whole answer', async () => {
    inbox.respond = 503
    expect((await post(makeEvent('booking.created'))).status).toBe(503)
    inbox.respond = { status: 302, headers: { location: 'http://127.0.0.1/' }, body: 'over there' }
    expect(await post(makeEvent('booking.created'))).toMatchObject({ status: 302, body: 'over there' })
  })

  it('is a script: a step a delivery, and the last one stays', async () => {
    inbox.respond = [500, { status: 429, headers: { 'retry-after': '1' } }, 200]
    const statuses = []
    for (let index = 0; index < 5; index++) statuses.push((await post(makeEvent('booking.created'))).status)
    expect(statuses).toEqual([500, 429, 200, 200, 200])
  })

  it('is 204 where the script has nothing to say', async () => {
    inbox.respond = []
    expect((await post(makeEvent('booking.created'))).status).toBe(204)
  })

  it('is a function of the delivery', async () => {
    inbox.respond = ({ attempt, type }) => (type === 'payment.created' && attempt === 1 ? 500 : 200)
    const event = makeEvent('payment.created')
    expect([(await post(event)).status, (await post(event)).status]).toEqual([500, 200])
  })

  it('may be a function that only looks', async () => {
    const seen: (string | null)[] = []
    inbox.respond = ({ type }) => void seen.push(type)
    expect((await post(makeEvent('booking.created'))).status).toBe(204)
    inbox.respond = [async ({ type }) => void seen.push(type), 200]
    expect((await post(makeEvent('booking.updated'))).status).toBe(204)
    expect(seen).toEqual(['booking.created', 'booking.updated'])
  })

  it('says when the function failed', async () => {
    inbox.respond = () => {
      throw new Error('my mistake')
    }
    expect(await post(makeEvent('booking.created'))).toMatchObject({
      status: 500,
      body: expect.stringMatching(/my mistake/),
    })
  })

  it('can break the connection', async () => {
    inbox.respond = 'reset'
    await expect(post(makeEvent('booking.created'))).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(inbox.all()).toMatchObject([{ answered: 'reset' }])
  })

  it('can leave the sender hanging until the inbox closes', async () => {
    inbox.respond = 'hang'
    const hanging = post(makeEvent('booking.created'))
    const settled = vi.fn<(error: unknown) => void>()
    hanging.catch(settled)
    await inbox.next()
    expect(settled).not.toHaveBeenCalled()
    await inbox.close()
    await expect(hanging).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('tells the sandbox, and nobody else, that the answer never comes', async () => {
    const { headers, body } = signedDelivery(makeEvent('booking.created'), { secret })
    /** The first that comes back: whether early or not, or that the connection ends. */
    const toldBy = (agent: string) =>
      new Promise<unknown>((resolve) => {
        const all = { ...headers, 'user-agent': agent }
        const sent = httpRequest(inbox.url, { method: 'POST', headers: all, agent: false })
        sent.on('information', (early) => resolve(early.headers[hangsHeader]))
        sent.on('response', (answer) => {
          answer.on('error', () => {})
          resolve(answer.headers[hangsHeader])
        })
        sent.on('error', () => resolve('nothing'))
        sent.end(body)
      })
    for (const way of ['hang', 'stall'] as const) {
      inbox.respond = way
      expect(await toldBy(`${sandboxAgent}/1`)).toBe(way)
    }
    expect(await toldBy('curl/8')).toBeUndefined()
    inbox.respond = 'hang'
    const hanging = toldBy('curl/8')
    while (inbox.all().length < 4) await inbox.next()
    await inbox.close()
    expect(await hanging).toBe('nothing')
  })

  it('can begin a body that never ends', async () => {
    inbox.respond = 'stall'
    const stalled = post(makeEvent('booking.created'))
    const settled = vi.fn<(error: unknown) => void>()
    stalled.catch(settled)
    await inbox.next()
    expect(settled).not.toHaveBeenCalled()
    await inbox.close()
    await expect(stalled).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('can be late, and the delivery is handed out meanwhile', async () => {
    inbox.respond = { status: 200, delayMs: 30 }
    const sent = post(makeEvent('booking.created'))
    expect((await inbox.next()).answered).toBeNull()
    expect((await sent).status).toBe(200)
    expect(inbox.all()).toMatchObject([{ answered: 200 }])
  })
})

it('keeps the process alive as long as a call waits, and no longer', async () => {
  const held = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
  const before = held()
  const [first, second] = [inbox.next(), inbox.next()]
  expect(held()).toBe(before + 1)
  await post(makeEvent('booking.created'))
  await first
  expect(held()).toBe(before + 1)
  await post(makeEvent('booking.created'))
  await second
  expect(held()).toBe(before)
})

describe('a test with fake timers', () => {
  it('still receives, delays and times out', async () => {
    vi.useFakeTimers()
    inbox.respond = { status: 202, delayMs: 5 }
    const event = makeEvent('message.received')
    const waiting = inbox.next('message.received')
    expect((await post(event)).status).toBe(202)
    expect((await waiting).id).toBe(event.id)
    await expect(inbox.next('booking.created', { timeoutMs: 10 })).rejects.toThrow(/message\.received/)
  })
})

describe('closing', () => {
  it('fails calls that wait, and may happen twice', async () => {
    const waiting = inbox.next('payment.created', { timeoutMs: Infinity })
    const failed = waiting.catch((error: unknown) => error)
    await inbox.close()
    await inbox.close()
    expect(await failed).toBeInstanceOf(InboxClosedError)
    await expect(inbox.next()).rejects.toThrow(/is closed/)
  })

  it('happens by itself with await using', async () => {
    let url: string
    {
      await using other = await openInbox()
      url = other.url
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(204)
    }
    await expect(fetch(url)).rejects.toThrow(TypeError)
  })
})

const fail = () => Promise.reject(new Error('gone'))

describe('the message of a time-out', () => {
  it('says what did arrive', async () => {
    inbox.secret = secret
    await post(makeEvent('payment.updated'))
    await inbox.next()
    await post(makeEvent('booking.created'), { secret: 'wrong' })
    const error = await inbox.next('payment.created', { timeoutMs: 1 }).catch(String)
    expect(error).toMatch(/No payment\.created arrived at http:\/\/127\.0\.0\.1:\d+\/ within 1 ms/)
    expect(error).toMatch(/1\. payment\.updated .*: answered 204, handed out before/)
    expect(error).toMatch(/2\. booking\.created .*: answered 401, SIGNATURE WRONG/)
  })

  it('says that there is no such event, and which is meant', async () => {
    const misspelt = await inbox.next('payment.create', { timeoutMs: 1 }).catch(String)
    expect(misspelt).toContain(`The service has no event "payment.create": did you mean 'payment.created'?`)
    const other = await inbox.next('room.cleaned', { timeoutMs: 1 }).catch(String)
    expect(other).toContain('The service has no event "room.cleaned": there are booking.created, ')
    expect(await inbox.next('payment.created', { timeoutMs: 1 }).catch(String)).not.toContain('has no event')
  })

  it('says the state of each delivery and what the endpoint is subscribed to', async () => {
    const endpoint = makeEndpoint({ events: ['payment.updated'] })
    const delivery: Partial<ControlDelivery> = {
      id: 'd1',
      event_type: 'payment.updated',
      status: 'failed',
      attempts: 1,
      held: false,
      response_status: 503,
      next_attempt_at: '2026-07-15T12:01:00.000Z',
      attempt_log: [],
    }
    const control = {
      deliveries: { list: async () => ({ results: [{ ...delivery, endpoint_url: told.url }] }) },
      clock: { get: async () => ({ mode: 'manual', now: '2026-07-15T12:00:00.000Z', offset_seconds: 0 }) },
      webhooks: { list: async () => [{ ...endpoint, url: told.url }] },
    } as unknown as SandboxControl
    await using told = await openInbox({ control })
    const error = await told.next('payment.created', { timeoutMs: 1 }).catch(String)
    expect(error).toMatch(/Nothing has arrived at all/)
    expect(error).toMatch(/subscribed to payment\.updated and NOT to payment\.created/)
    expect(error).toMatch(
      /payment\.updated d1: failed, 1 attempt, last one answered 503, next attempt at .* \(in 60 s\)/,
    )
  })

  it.each([
    [{ response_status: 503, error: 'status' }, 'answered 503, next'],
    [{ response_status: 200, error: 'bad_response' }, 'answered 200 (bad_response), next'],
    [{ response_status: null, error: 'timeout' }, 'timeout, next'],
    [{ response_status: null, error: null }, 'unknown, next'],
  ])('says why the last attempt failed: %j', async ({ response_status, error }, words) => {
    const delivery = {
      id: 'd1',
      event_type: 'payment.updated',
      status: 'failed',
      attempts: 2,
      held: false,
      next_attempt_at: '2026-07-15T12:01:00.000Z',
      response_status,
      attempt_log: [{ error }],
    }
    const control = {
      deliveries: { list: async () => ({ results: [{ ...delivery, endpoint_url: told.url }] }) },
      clock: { get: async () => ({ mode: 'manual', now: '2026-07-15T12:00:00.000Z', offset_seconds: 0 }) },
      webhooks: { list: async () => [{ ...makeEndpoint(), url: told.url }] },
    } as unknown as SandboxControl
    await using told = await openInbox({ control, respond: [200, 999] })
    const message = await told.next('payment.created', { timeoutMs: 1 }).catch(String)
    expect(message).toContain(`d1: failed, 2 attempts, last one ${words}`)
  })

  it('names the last twenty of many that arrived, and how many came before', async () => {
    for (let sent = 0; sent < 22; sent++) await post(makeEvent('payment.updated'))
    const error = await inbox.next('payment.created', { timeoutMs: 1 }).then(() => 'it came', String)
    expect(error).toContain('What did arrive (22):\n  … 2 earlier\n  3. payment.updated')
    expect(error).not.toContain('  2. payment.updated')
  })

  it('says when the sandbox has nothing for this inbox', async () => {
    const control = {
      deliveries: { list: async () => ({ results: [] }) },
      clock: { get: async () => ({ mode: 'manual', now: '2026-07-15T12:00:00.000Z', offset_seconds: 0 }) },
      webhooks: { list: async () => [makeEndpoint({ url: told.url, events: ['payment.created'] })] },
    } as unknown as SandboxControl
    await using told = await openInbox({ control })
    const error = await told.next('payment.created', { timeoutMs: 1 }).catch(String)
    expect(error).toMatch(/The sandbox has no delivery for it: the event has not fired/)
  })

  it('still comes when the sandbox does not answer', async () => {
    const control = { deliveries: { list: fail }, clock: { get: fail }, webhooks: { list: fail } }
    await using told = await openInbox({ control: control as unknown as SandboxControl })
    await expect(told.next('booking.created', { timeoutMs: 1 })).rejects.toThrow(
      /could not be asked: Error: gone/,
    )
  })
})

it('next() types its event by the name, and takes names that this version does not know', async () => {
  const other = { ...makeEvent('payment.created'), type: 'room.cleaned' }
  await post(makeEvent('payment.created'))
  await post(other)
  const known = await inbox.next('payment.created')
  expectTypeOf(known.event.data.amount).toBeString()
  const { event } = await inbox.next('room.cleaned')
  if (event.type === 'payment.created') expectTypeOf(event.data.amount).toBeString()
  const type: string = event.type
  expect(type).toBe('room.cleaned')
})
