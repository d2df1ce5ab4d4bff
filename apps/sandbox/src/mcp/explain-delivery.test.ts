import type { Attempt, ControlDelivery } from '@svc/control'
import { describe, expect, it } from 'vitest'
import { explainDelivery as explain, toolRemedies } from './explain-delivery.ts'

const explainDelivery = (one: ControlDelivery, clock: Parameters<typeof explain>[1]) =>
  explain(one, clock, toolRemedies)
const standing = { mode: 'manual', now: '2026-03-01T12:00:00.000Z' } as const
const attempt = (facts: Partial<Attempt>): Attempt => ({
  number: 1,
  kind: 'scheduled',
  started_at: '2026-03-01T12:00:00.000Z',
  duration_ms: 12,
  outcome: 'failed',
  response_status: null,
  response_body: null,
  error: 'timeout',
  ...facts,
})
const delivery = (facts: Partial<ControlDelivery>): ControlDelivery => ({
  id: 'd1',
  endpoint_id: 'e1',
  endpoint_url: 'http://127.0.0.1:3000/webhooks',
  event_id: 'v1',
  event_type: 'payment.created',
  status: 'failed',
  attempts: 1,
  next_attempt_at: '2026-03-01T12:01:00.000Z',
  held: false,
  last_attempted_at: null,
  delivered_at: null,
  response_status: null,
  response_body: null,
  created_at: '2026-03-01T12:00:00.000Z',
  body: '{}',
  attempt_log: [attempt({})],
  ...facts,
})

describe('explainDelivery', () => {
  it('tells each attempt, what is next on a clock that stands still, and what to do', () => {
    expect(explainDelivery(delivery({}), standing)).toMatchInlineSnapshot(`
      "Delivery d1 of payment.created (event v1) to http://127.0.0.1:3000/webhooks (endpoint e1): it has failed so far, in one attempt.
      - Attempt 1 at 2026-03-01T12:00:00.000Z, 12 ms: failed (timeout): the receiver was connected, but gave no complete answer within five seconds.
      Next: an attempt at 2026-03-01T12:01:00.000Z. The clock stands still, so it comes with advance_clock by 60 seconds.
      What to do: Answer 2xx first and do the work afterwards. If it is stuck at a breakpoint, that is why."
    `)
  })

  it.each([
    ['unreachable', /no connection.*\n.*\nWhat to do: Is the receiver running/],
    ['tls', /certificate that is not trusted.*\n.*\nWhat to do: Start the sandbox with NODE_EXTRA_CA_CERTS/],
    ['redirect', /not followed.*\n.*\nWhat to do: Set the url/],
    ['bad_response', /broke before.*\n.*\nWhat to do: Did the receiver crash/],
    ['internal', /could not make.*\n.*\nWhat to do: Its log/],
    [
      'of_a_later_version',
      /\(of_a_later_version\): for an unknown reason.*\n.*\nWhat to do: The log of the receiver/,
    ],
  ])('says of %s what it means and what to do', (error, words) => {
    expect(explainDelivery(delivery({ attempt_log: [attempt({ error })] }), standing)).toMatch(words)
  })

  it('shows an answer, cut where it is long', () => {
    const refused = attempt({ error: 'status', response_status: 401, response_body: 'x'.repeat(600) })
    const text = explainDelivery(delivery({ attempt_log: [refused] }), { ...standing, mode: 'real' })
    expect(text).toContain(`Its status was 401, its body "${'x'.repeat(500)}…"`)
    expect(text).toContain('in 60 seconds. At once: advance_clock by 60 seconds, or resend_delivery.')
    const empty = attempt({ error: 'status', response_status: 503 })
    expect(explainDelivery(delivery({ attempt_log: [empty] }), standing)).toContain(
      'was 503, without a body.',
    )
  })

  it('tells of those that arrived, were given up, wait or have not begun', () => {
    const arrived = attempt({
      number: 2,
      kind: 'manual',
      outcome: 'delivered',
      error: null,
      response_status: 204,
    })
    const of = (facts: Partial<ControlDelivery>) => explainDelivery(delivery(facts), standing)
    expect(
      of({ status: 'delivered', attempts: 2, next_attempt_at: null, attempt_log: [attempt({}), arrived] }),
    ).toMatch(
      /arrived, after 2 attempts\.\n.*\n- Attempt 2, by hand at .*: arrived with 204\.\nNothing more is due\.$/,
    )
    expect(of({ status: 'dead', attempts: 5, next_attempt_at: null })).toMatch(
      /given up after 5 attempts\.[^]*resend_delivery makes one extra attempt/,
    )
    expect(of({ held: true, next_attempt_at: null })).toMatch(/switched off\.[^]*is_active true/)
    expect(of({ status: 'pending', attempts: 0, attempt_log: [] })).toContain(
      'it has not been attempted yet.',
    )
  })
})
