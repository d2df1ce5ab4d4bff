import { sign, verify } from '@svc/signing'
import { describe, expect, test, vi } from 'vitest'
import { advanceClock } from './advance.ts'
import { labSecret, openLab } from './test-lab.ts'

const minute = 60_000

test('the whole ladder: five attempts at their exact times, then dead (spec 8)', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver((_, response) => response.writeHead(500).end('no'))
  const [id] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
  const engine = lab.engine()
  engine.start()
  const start = lab.clock.now()
  const attempts = await advanceClock({ ...lab, engine, seconds: 24 * 3600 })
  expect(attempts).toBe(5)
  expect(receiver.received.map(({ at }) => at - start)).toEqual(
    [0, 1, 6, 36, 156].map((minutes) => minutes * minute),
  )
  expect(await lab.delivery(id!)).toMatchObject({
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
  const log = await lab.attempts(id!)
  expect(log.map(({ number, kind, outcome, error }) => ({ number, kind, outcome, error }))).toEqual(
    [1, 2, 3, 4, 5].map((number) => ({ number, kind: 'scheduled', outcome: 'failed', error: 'status' })),
  )
})
