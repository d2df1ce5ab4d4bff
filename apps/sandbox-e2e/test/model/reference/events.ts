import type { Attempt, Delivery, Endpoint, Post, Property, Receiver, World } from './world.ts'

/** Spec 8: seconds from a failure to the next attempt. After the fifth failure there is none. */
const ladder = [60, 300, 1_800, 7_200]

/** Spec 6: one delivery for each endpoint that is on and subscribed, due at once. */
export function fire(
  world: World,
  property: Property,
  type: string,
  data: Record<string, unknown>,
  race: number | null = null,
): void {
  for (const endpoint of property.endpoints) {
    if (!endpoint.is_active || !endpoint.events.includes(type)) continue
    property.deliveries.push({
      endpointId: endpoint.id,
      type,
      data,
      created: world.now,
      status: 'pending',
      ladder: 0,
      next: world.now,
      delivered: null,
      attempts: [],
      race,
      cutOff: 0,
    })
  }
}

interface Due {
  property: Property
  delivery: Delivery
  endpoint: Endpoint
  at: number
}

/** What waits for an attempt, the first due first. Endpoints that are off hold theirs (D13). */
function waiting(world: World): Due[] {
  const found: Due[] = []
  for (const property of world.properties) {
    for (const delivery of property.deliveries) {
      const endpoint = property.endpoints.find(({ id }) => id === delivery.endpointId)
      if (endpoint?.is_active && delivery.next !== null)
        found.push({ property, delivery, endpoint, at: delivery.next })
    }
  }
  return found.toSorted((left, right) => left.at - right.at)
}

/** Whether an attempt is due now. */
export const isDue = (world: World) => waiting(world).some(({ at }) => at <= world.now)

/** Makes every attempt that is due now. @returns how many */
export function settle(world: World): number {
  const due = waiting(world).filter(({ at }) => at <= world.now)
  for (const { delivery, endpoint } of due) attempt(world, delivery, endpoint, 'scheduled')
  return due.length
}

/** Goes from due time to due time (D19). @returns the attempts that were made */
export function advance(world: World, ms: number): number {
  const target = world.now + ms
  let made = settle(world)
  for (;;) {
    const [first] = waiting(world)
    if (!first || first.at > target) break
    world.now = Math.max(world.now, first.at)
    made += settle(world)
  }
  world.now = target
  return made
}

/** One attempt now, and what follows from it. */
export function attempt(
  world: World,
  delivery: Delivery,
  endpoint: Endpoint,
  kind: Attempt['kind'],
): Attempt {
  const fault = world.deliveryFaults.find(({ endpointId }) => endpointId === endpoint.id)
  const path = new URL(endpoint.url).pathname
  const { reset = false, ...outcome } = fault
    ? pretended(fault.action)
    : answerOf(world.receivers[path] ?? 'ok', triesAt(delivery, path))
  const post: Post | null = fault ? null : { path, secret: endpoint.secret, most: reset ? 2 : 1 }
  const made: Attempt = { kind, at: world.now, ...outcome, post }
  delivery.attempts.push(made)
  if (kind === 'scheduled') delivery.ladder += 1
  if (made.outcome === 'delivered') {
    delivery.delivered ??= world.now
    delivery.status = 'delivered'
    delivery.next = null
  } else if (kind === 'scheduled') {
    const seconds = ladder[delivery.ladder - 1]
    delivery.status = seconds === undefined ? 'dead' : 'failed'
    delivery.next = seconds === undefined ? null : world.now + seconds * 1_000
  }
  return made
}

/** Attempts of a delivery that this receiver has answered. */
const triesAt = (delivery: Delivery, path: string) =>
  delivery.attempts.filter(({ post }) => post?.path === path && post.most === 1).length

type Outcome = Pick<Attempt, 'outcome' | 'error' | 'status' | 'body'> & { reset?: boolean }

const ok = (status: number, body: string): Outcome => ({ outcome: 'delivered', error: null, status, body })
const failed = (error: string, status: number | null, body: string | null): Outcome => ({
  outcome: 'failed',
  error,
  status,
  body,
})

/** What each receiver says, and what that means (spec 6, D13). */
const answers: Record<Exclude<Receiver, object>, Outcome> = {
  ok: ok(200, 'thanks'),
  empty: ok(204, ''),
  error: failed('status', 500, 'no'),
  redirect: failed('redirect', 302, ''),
  cut: failed('bad_response', 200, 'th'),
  reset: { ...failed('bad_response', null, null), reset: true },
}

function answerOf(receiver: Receiver, tries: number): Outcome {
  if (typeof receiver === 'object') return answers[tries < receiver.failing ? 'error' : 'ok']
  return answers[receiver]
}

function pretended(action: World['deliveryFaults'][number]['action']): Outcome {
  if (typeof action === 'string') return failed(action, null, null)
  return action < 300 ? ok(action, '') : failed('status', action, '')
}
