import type { ControlDelivery, DeliveryQuery, SandboxControl } from '@svc/control'
import { pause } from '../timers.ts'
import { style, visible } from './output.ts'

/** How deliveries are followed. */
export interface FollowOptions {
  /** Ends it. */
  signal?: AbortSignal | undefined
  /** Begins with those that are there already. @default false */
  fromStart?: boolean | undefined
}

const lookAgainMs = 1_000

/** How many of the newest deliveries are watched. */
const watched = 100

/**
 * Deliveries as they change: one that is new, and each again after an attempt of it. Ends with the signal or the sandbox.
 */
export async function* followDeliveries(
  control: SandboxControl,
  filter: DeliveryQuery,
  { signal, fromStart = false }: FollowOptions = {},
): AsyncGenerator<ControlDelivery, void, undefined> {
  const seen = new Map<string, string>()
  const fresh = async () => {
    const { results } = await control.deliveries.list({ ...filter, page: 1, limit: watched })
    const changed = results.filter((delivery) => seen.get(delivery.id) !== stateOf(delivery))
    for (const delivery of changed) seen.set(delivery.id, stateOf(delivery))
    return changed.toReversed()
  }
  const changes = control.changes({ signal })
  const nextChange = () => {
    const change = changes.next().catch((error: unknown) => {
      // Whoever ends it while the stream opens hears of that as an error.
      if (signal?.aborted) return { done: true, value: undefined } as const
      throw error
    })
    // It may fail while nobody waits for it: during a look, or while somebody reads what was found.
    change.catch(() => {})
    return change
  }
  let next = nextChange()
  const before = await fresh()
  if (fromStart) yield* before
  for (;;) {
    // A look now and then too: a change may come before the stream has opened.
    const step = await Promise.race([next, pause(lookAgainMs)])
    if (step?.done) return
    if (step) next = nextChange()
    yield* await fresh()
  }
}

const stateOf = ({ status, attempts, held }: ControlDelivery): string => `${status} ${attempts} ${held}`

/** One line for people, with what an attempt failed of. */
export function deliveryLine(delivery: ControlDelivery): string {
  const { status, attempts, event_type, endpoint_url, next_attempt_at, id } = delivery
  const last = delivery.attempt_log.at(-1)
  const colour = status === 'delivered' ? 'green' : status === 'pending' ? 'dim' : 'red'
  const answer = last ? String(last.response_status ?? last.error) : ''
  return [
    style('dim', last?.started_at ?? delivery.created_at),
    style(colour, status.padEnd(9)),
    event_type,
    `→ ${visible(endpoint_url)}`,
    [
      attempts > 0 ? `attempt ${attempts}: ${answer}` : 'not tried yet',
      ...(next_attempt_at === null ? [] : [`next ${next_attempt_at}`]),
      style('dim', id),
    ].join('  '),
  ].join('  ')
}
