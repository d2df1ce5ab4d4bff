import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { MakeAttempt } from './attempt.ts'
import { openLab } from '../../test/kit/delivery-lab.ts'
import { VirtualTime } from '../../test/kit/virtual-time.ts'

const properties = 20
const hungEach = 5
const paymentsEach = 8
const timeoutMs = 5_000
const second = 1_000

it('a healthy endpoint is served within a second, whatever twenty other properties leave hanging; ladders keep their times', async () => {
  // What was answered is written down in real time: the clock waits for it.
  let answered = 0
  let written = 0
  const time = new VirtualTime(() => written < answered)
  await using lab = await openLab({ mode: 'real', real: () => 1_000_000 + Math.floor(time.now) })
  const { storage, clock } = lab

  // A hundred endpoints that hang, each with eight deliveries, all due at once.
  await storage.write(async (tx) => {
    const now = clock.now()
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${properties})
      insert into properties (id, name, created_at) select 'p' || i, 'P', ${now} from n`.execute(tx)
    await sql`insert into events (property_id, id, type, data, created_at)
      select id, 'e' || id, 'payment.created', '{}', ${now} from properties where name = 'P'`.execute(tx)
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${hungEach})
      insert into webhook_endpoints (property_id, id, url, secret, events, is_active, created_at, updated_at)
      select p.id, p.id || 'h' || i, 'https://hung.example/', 's', '[]', 1, ${now}, ${now}
      from properties p, n where p.name = 'P'`.execute(tx)
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${paymentsEach})
      insert into deliveries (property_id, id, endpoint_id, event_id, event_type, body, status, attempts,
        ladder_attempts, next_attempt_at, created_at)
      select e.property_id, e.id || 'd' || i, e.id, 'e' || e.property_id, 'payment.created', '{}', 'pending', 0, 0,
        ${now}, ${now}
      from webhook_endpoints e, n`.execute(tx)
  })

  const underWay = new Map<string, number>()
  const hungInARow = new Map<string, number>()
  let mostBesideProbe = 0
  const attempt: MakeAttempt = Object.assign(
    (request: Parameters<MakeAttempt>[0]) =>
      new Promise<Awaited<ReturnType<MakeAttempt>>>((resolve) => {
        const { url, endpoint = '' } = request
        const hangs = url.startsWith('https://hung')
        const now = (underWay.get(endpoint) ?? 0) + 1
        underWay.set(endpoint, now)
        if ((hungInARow.get(endpoint) ?? 0) >= 4) mostBesideProbe = Math.max(mostBesideProbe, now)
        const duration_ms = hangs ? timeoutMs : 20
        time.after(duration_ms, () => {
          underWay.set(endpoint, (underWay.get(endpoint) ?? 0) - 1)
          answered += 1
          hungInARow.set(endpoint, hangs ? (hungInARow.get(endpoint) ?? 0) + 1 : 0)
          resolve(
            hangs
              ? {
                  outcome: 'failed',
                  error: 'timeout',
                  response_status: null,
                  response_body: null,
                  duration_ms,
                }
              : { outcome: 'delivered', error: null, response_status: 200, response_body: '', duration_ms },
          )
        })
      }),
    { close: () => {} },
  )
  const lags: number[] = []
  const stretches: number[] = []
  const engine = lab.engine({
    storage: time.following(storage),
    attempt,
    time,
    timeoutMs,
    concurrency: 512,
    busy: () => false,
    onAttempt: ({ property_id, lag_ms, number }) => {
      written += 1
      if (property_id === lab.propertyId) lags.push(lag_ms ?? 0)
      else if (number > 1) stretches.push(lag_ms ?? 0)
    },
  })
  const healthy = await lab.endpoint('https://healthy.example/')
  engine.start()
  let sent = 0
  for (let at = 0; at < 130 * second; at += 2 * second) {
    await time.goTo(at)
    // An endpoint that nothing is known of comes in the middle of it.
    const endpoint = at === 100 * second ? await lab.endpoint('https://new.example/') : healthy
    sent += (await lab.deliveries(endpoint, 2)).length
  }
  await time.goTo(135 * second)

  expect(lags).toHaveLength(sent)
  expect(Math.max(...lags)).toBeLessThan(second)
  expect(stretches.length).toBeGreaterThan(100)
  expect(Math.max(...stretches)).toBeLessThan(second)
  // The first four went out together, and their retries come at one time.
  expect(mostBesideProbe).toBeLessThanOrEqual(5)
  // How long it takes on a busy machine says nothing.
}, 120_000)
