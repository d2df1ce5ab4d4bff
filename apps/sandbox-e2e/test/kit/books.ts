import { createVerifier } from '@svc/signing'
import { expect } from 'vitest'
import type { Row } from './looked-at.ts'
import type { Post } from './receiver.ts'
import type { Operation } from './writers.ts'

/** Every payment that was asked for exists once, and no other. */
export function checkPayments(operations: Operation[], listed: { id: string; description: string }[]): void {
  const created = operations.filter(({ method }) => method === 'POST')
  const idOf = new Map(
    created.map(({ key, answer }) => [key, (JSON.parse(answer ?? '{}') as { id: string }).id]),
  )
  expect(listed.map(({ description }) => description).toSorted()).toEqual([...idOf.keys()].toSorted())
  expect(listed.filter(({ id, description }) => idOf.get(description) !== id)).toEqual([])
}

/** Every change has fired its event once, and the last of them is what the payment says. */
export function checkEvents(
  operations: Operation[],
  listed: { id: string; amount: string }[],
  events: Row[],
): void {
  const expected = operations.map(({ method, answer }) => {
    const { id, amount } = JSON.parse(answer ?? '{}') as { id: string; amount: string }
    return `${method === 'POST' ? 'payment.created' : 'payment.updated'} ${id} ${amount}`
  })
  const amounts = new Map<string, string>()
  const fired = events.map(({ type, data }) => {
    const { paymentId, amount } = JSON.parse(String(data)) as { paymentId: string; amount: string }
    amounts.set(paymentId, amount)
    return `${type} ${paymentId} ${amount}`
  })
  expect(fired.toSorted()).toEqual(expected.toSorted())
  expect(listed.filter(({ id, amount }) => amounts.get(id) !== amount)).toEqual([])
}

/** Every event has a delivery for each of the two endpoints, delivered, with its attempts counted without a gap. */
export function checkDeliveries({
  events,
  deliveries,
  attempts,
}: Record<'events' | 'deliveries' | 'attempts', Row[]>): void {
  const pairs = deliveries.map(({ event_id, endpoint_id }) => `${event_id} ${endpoint_id}`)
  expect(new Set(pairs).size).toBe(pairs.length)
  const endpoints = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))]
  expect(endpoints).toHaveLength(2)
  const wanted = events.flatMap(({ id }) => endpoints.map((endpoint) => `${id} ${endpoint}`))
  expect(pairs.toSorted()).toEqual(wanted.toSorted())

  const numbers = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  const wrong = deliveries.filter((delivery) => {
    const made = (numbers.get(delivery['id'] ?? '') ?? []).map(({ number }) => number)
    const { status, attempts: count, ladder_attempts, lease_token, next_attempt_at } = delivery
    const counted = made.length === count && made.every((number, index) => number === index + 1)
    return (
      !counted ||
      status !== 'delivered' ||
      ladder_attempts !== count ||
      lease_token !== null ||
      next_attempt_at !== null
    )
  })
  expect(wrong).toEqual([])
}

/** At least once, the same bytes under one id, signed, and at most one POST too many for each claim that a kill cut off. */
export function checkPosts(
  { deliveries }: { deliveries: Row[] },
  posts: readonly Post[],
  secrets: Map<string, string>,
  orphans: Map<string, Set<string>>,
): void {
  const verifiers = new Map([...secrets].map(([path, secret]) => [path, createVerifier(secret)]))
  const bodies = new Map(deliveries.map(({ id, body }) => [id, String(body)]))
  const forged = posts.filter(
    ({ id, path, body, signature }) =>
      bodies.get(id) !== body.toString() || !verifiers.get(path)?.verify(body, signature),
  )
  expect(forged).toEqual([])

  const made = Map.groupBy(posts, ({ id }) => id)
  const wrong = deliveries.filter(({ id, attempts }) => {
    const count = made.get(String(id))?.length ?? 0
    const recorded = Number(attempts)
    return count < recorded || count > recorded + (orphans.get(String(id))?.size ?? 0)
  })
  expect(wrong).toEqual([])
}
