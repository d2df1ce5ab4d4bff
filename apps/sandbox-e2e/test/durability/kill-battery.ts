import { expect } from 'vitest'
import type { Call } from '../../../sandbox/test/kit/index.ts'
import { checkDeliveries, checkEvents, checkPayments, checkPosts } from '../kit/books.ts'
import { openLookedAt } from '../kit/looked-at.ts'
import { Orphans } from './orphans.ts'
import { seeded } from '../kit/random.ts'
import { openReceiver } from '../kit/receiver.ts'
import { type Ready, serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'
import { Writers } from '../kit/writers.ts'

const rounds = 24
const seed = 20_261_121

/** What was under way when the processes were killed. */
export interface Struck {
  operations: number
  /** Requests whose answer was lost with the connection. */
  lost: number
  /** Deliveries of which an attempt was cut off. */
  orphans: number
}

/**
 * Writers, deliveries, retries and clock changes under way; the process killed at random moments, in a quarter of the
 * rounds before it has even started; then the state is checked.
 */
export async function killBattery(kind: 'sqlite' | 'postgres'): Promise<Struck> {
  const random = seeded(seed)
  const database = await openLookedAt(kind)
  const receiver = await openReceiver({
    // An eighth of the deliveries goes through a retry or two of the ladder.
    answer: ({ path, id }, nth) => (path === '/flaky' && id.slice(-2) < '40' && nth <= 2 ? 500 : 200),
    hold: ({ id }) => wait(Number.parseInt(id.slice(-1), 16) * 2),
  })
  const writers = new Writers(random)
  const orphans = new Orphans(database)
  const secrets = new Map<string, string>()
  let latest = 0

  const first = serve(database)
  const { call: setUp } = await first.ready
  for (const path of ['/steady', '/flaky']) {
    const body = { url: receiver.url + path, events: ['payment.created', 'payment.updated'] }
    const { status, json } = await setUp('POST', '/webhooks', { body })
    expect(status).toBe(201)
    secrets.set(path, (json as { secret: string }).secret)
  }
  expect(await first.stop(), first.stderr()).toBe(0)

  for (let round = 0; round < rounds; round++) {
    const sandbox = serve(database)
    if (random() < 0.25) {
      await wait(50 + 500 * random())
    } else {
      const ready = await sandbox.ready
      expect(await virtualNow(ready)).toBeGreaterThanOrEqual(latest)
      // Whatever else the machine does: some requests are made before the blow.
      const enough = writers.operations.length + 6
      const over = wait(120 + 230 * random()).then(async () => {
        while (writers.operations.length < enough) await wait(5)
      })
      const advanced = ready.control.clock.advance(60).then(
        ({ now }) => Date.parse(now),
        () => 0,
      )
      const writing = writers.during(ready.call, over, 4)
      await over
      await sandbox.kill()
      await writing
      latest = Math.max(latest, await advanced)
    }
    await sandbox.kill()
    await orphans.look()
  }

  const last = serve(database)
  const { call, control } = await last.ready
  // What is still unknown is asked for again, under its key, by two at once.
  while (writers.unknown().length > 0) {
    await Promise.all(
      writers.unknown().flatMap((operation) => [writers.ask(call, operation), writers.ask(call, operation)]),
    )
  }
  await replayAll(writers, call)
  // Answers when all that falls due has settled, on the way also what belonged to processes that were killed.
  for (const seconds of [60, 300]) await control.clock.advance(seconds)
  const listed = (await call('GET', '/payments')).json as {
    id: string
    amount: string
    description: string
  }[]
  expect(await last.stop(), last.stderr()).toBe(0)

  expect(writers.complaints).toEqual([])
  checkPayments(writers.operations, listed)
  const rows = {
    events: await database.rows('select id, type, data from events order by seq'),
    deliveries: await database.rows('select * from deliveries'),
    attempts: await database.rows('select delivery_id, number from attempts order by seq'),
  }
  checkEvents(writers.operations, listed, rows.events)
  checkDeliveries(rows)
  checkPosts(rows, receiver.posts, secrets, orphans.of)
  return { operations: writers.operations.length, lost: writers.lost, orphans: orphans.of.size }
}

async function replayAll(writers: Writers, call: Call): Promise<void> {
  const left = [...writers.operations]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = left.pop(); next; next = left.pop()) await writers.ask(call, next)
    }),
  )
}

async function virtualNow({ control }: Ready): Promise<number> {
  return Date.parse((await control.clock.get()).now)
}
