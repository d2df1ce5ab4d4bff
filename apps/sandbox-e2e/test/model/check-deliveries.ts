import { isDeepStrictEqual } from 'node:util'
import type { ControlDelivery } from '@svc/control'
import type { Delivery as DeliveryRecord } from '@svc/models'
import { createVerifier } from '@svc/signing'
import type { Arrived } from './receivers.ts'
import { type Delivery, iso, type Property, type World } from './reference/world.ts'

const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/** A delivery as `GET /webhooks/{id}/deliveries` has it (spec 2.6), without its id. */
function record({ type, status, attempts, delivered, created }: Delivery): Omit<DeliveryRecord, 'id'> {
  const last = attempts.at(-1)
  return {
    event_type: type,
    status,
    attempts: attempts.length,
    last_attempted_at: isoOrNull(last?.at ?? null),
    delivered_at: isoOrNull(delivered),
    response_status: last?.status ?? null,
    response_body: last?.body ?? null,
    created_at: iso(created),
  }
}

/** How the last deliveries of an endpoint differ from what they must be; undefined: not at all. */
export function checkHistory(
  property: Property,
  endpointId: string,
  listed: readonly DeliveryRecord[],
): string | undefined {
  const expected = ownOf(property, endpointId).slice(0, 50)
  return differ(
    expected,
    expected.map(record),
    listed.map(({ id: _id, ...rest }) => rest),
  )?.reason
}

/** The same for what the control API shows, down to each attempt. Each delivery learns its id and text from it. */
export function checkLog(
  property: Property,
  endpointId: string,
  listed: readonly ControlDelivery[],
): string | undefined {
  const { url, is_active } = property.endpoints.find(({ id }) => id === endpointId)!
  const own = ownOf(property, endpointId)
  const expected = own.map((delivery) => ({
    ...record(delivery),
    endpoint_url: url,
    next_attempt_at: isoOrNull(delivery.next),
    held: !is_active && delivery.next !== null,
    envelope: {
      type: delivery.type,
      property_id: property.id,
      created_at: iso(delivery.created),
      data: delivery.data,
    },
    attempt_log: delivery.attempts.map(({ kind, at, outcome, status, body, error }, index) => ({
      number: index + 1,
      kind,
      started_at: iso(at),
      outcome,
      response_status: status,
      response_body: body,
      error,
    })),
  }))
  const got = listed.map(({ id, endpoint_id: _endpoint, event_id: _event, body, attempt_log, ...rest }) => {
    const { id: inside, ...envelope } = JSON.parse(body) as Record<string, unknown>
    return {
      ...rest,
      // D14: one id everywhere.
      envelope: inside === id ? envelope : { ...envelope, id: inside },
      attempt_log: attempt_log.map(({ duration_ms: _duration, ...attempt }) => attempt),
    }
  })
  const found = differ(own, expected, got)
  if (found?.reason !== undefined) return found.reason
  for (const [index, delivery] of own.entries()) {
    const { id, body } = listed[found.order[index]!]!
    delivery.known = { id, text: body }
  }
  return undefined
}

/** Newest first. */
const ownOf = ({ deliveries }: Property, endpointId: string) =>
  deliveries.filter((delivery) => delivery.endpointId === endpointId).toReversed()

/** Compares in order; those that one race has made are in any order among themselves. */
function differ(
  deliveries: readonly Delivery[],
  expected: readonly unknown[],
  got: readonly unknown[],
): { reason: string; order?: undefined } | { reason?: undefined; order: number[] } {
  if (got.length !== expected.length)
    return { reason: `${got.length} deliveries listed; expected ${expected.length}` }
  const free = new Set(got.keys())
  const order: number[] = []
  for (const [index, one] of expected.entries()) {
    const race = deliveries[index]?.race ?? null
    const may = race === null ? [index] : [...free].filter((at) => deliveries[at]?.race === race)
    const match = may.find((at) => isDeepStrictEqual(got[at], one))
    if (match === undefined) {
      return {
        reason: `delivery ${index} of ${expected.length}: expected ${JSON.stringify(one)}; got ${JSON.stringify(got[index])}`,
      }
    }
    free.delete(match)
    order.push(match)
  }
  return { order }
}

/** How the POSTs that arrived differ from the attempts; undefined: not at all. Nothing may have come beside them. */
export function checkPosts(
  world: World,
  arrived: ReadonlyMap<string, readonly Arrived[]>,
): string | undefined {
  const all = world.properties.flatMap(({ deliveries, gone }) => [...deliveries, ...gone])
  const known = new Set(all.map((delivery) => delivery.known?.id))
  for (const [id, [post]] of arrived)
    if (!known.has(id)) return `a POST to ${post?.path} of a delivery that is none: ${String(post?.body)}`
  for (const delivery of all) {
    const wrong = checkPostsOf(delivery, arrived.get(delivery.known?.id ?? '') ?? [])
    if (wrong !== undefined) return `${delivery.type} ${delivery.known?.text}: ${wrong}`
  }
  return undefined
}

function checkPostsOf(
  { attempts, known, type, cutOff }: Delivery,
  posts: readonly Arrived[],
): string | undefined {
  const expected = attempts.flatMap(({ post }) => (post ? [post] : []))
  const most = expected.reduce((sum, post) => sum + post.most, cutOff)
  if (posts.length < expected.length || posts.length > most)
    return `${posts.length} POSTs; expected ${expected.length} to ${most}`
  for (const [index, { path, signature, body, event }] of posts.entries()) {
    // With resets among them it is not known which POST belongs to which attempt.
    const may = most === expected.length ? [expected[index]!] : expected
    const fits = may.some((one) => one.path === path && createVerifier(one.secret).verify(body, signature))
    if (!fits)
      return `POST ${index} to ${path} is not signed with the secret of its moment, or not where it belongs`
    if (body.toString() !== known?.text || event !== type)
      return `POST ${index} has other bytes: ${body.toString()}`
  }
  return undefined
}
