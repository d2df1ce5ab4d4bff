import { eventEnvelopeSchema, validate } from '@svc/models'
import type { CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { fieldsOf } from '../expect.ts'
import type { Arrival } from '../door.ts'
import { Follows, Violation } from '../verdict.ts'
import { listDeliveries, type Listening } from './endpoints.ts'

const decoder = new TextDecoder()

/** A header of a delivery; names in lower case. */
export const headerOf = ({ headers }: Arrival, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

export const textOf = ({ rawBody }: Arrival): string => decoder.decode(rawBody)

/** The body of a delivery; an empty object when it is no JSON object. */
export function bodyOf(arrival: Arrival): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(textOf(arrival)))
  } catch {
    return {}
  }
}

export const dataOf = (arrival: Arrival): Record<string, unknown> => fieldsOf(bodyOf(arrival)['data'])

/** The event's name, by the body or else by the header. */
export const typeOf = (arrival: Arrival): unknown =>
  bodyOf(arrival)['type'] ?? headerOf(arrival, 'x-svc-event')

/** The delivery's id, by the header or else by the body. */
export const idOf = (arrival: Arrival): unknown =>
  headerOf(arrival, 'x-svc-delivery') ?? bodyOf(arrival)['id']

/** @throws Violation unless the body is an envelope (spec 6) */
export function expectEnvelope(arrival: Arrival): void {
  const body = validate(eventEnvelopeSchema, bodyOf(arrival))
  if (body.ok) return
  const where = body.details.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Violation(`the envelope breaks the contract: ${where}: ${textOf(arrival).slice(0, 300)}`)
}

/** The nth delivery of an endpoint. @throws Follows when none comes */
export async function nth(context: CheckContext, { receiver }: Listening, count = 1): Promise<Arrival> {
  try {
    // Before a second attempt could be taken for it.
    await receiver.wait(count, Math.min(context.patience, 55), receiver.url)
  } catch (error) {
    if (error instanceof Violation) throw new Follows('delivery-arrives', error.message)
    throw error
  }
  const arrival = receiver.arrived[count - 1]
  if (!arrival) throw new Error('it has come')
  return arrival
}

/**
 * The newest delivery record of an endpoint, once `test` is true of it; whatever it is by then, when the time is over.
 */
export async function recordOf(
  context: CheckContext,
  { id }: Pick<Listening, 'id'>,
  test: (record: Record<string, unknown>) => boolean,
  seconds: number = Math.min(context.patience, 15),
): Promise<{ record: Record<string, unknown>; exchange: Exchange }> {
  const { runtime } = context
  const until = runtime.now() + seconds * 1_000
  for (let step = 50; ; step = Math.min(step * 2, 1_000)) {
    const { list, exchange } = await listDeliveries(context, id)
    const [record] = list
    if (record && (test(record) || runtime.now() >= until)) return { record, exchange }
    if (runtime.now() >= until) throw new Follows('delivery-record', 'a delivery is not listed', exchange)
    await runtime.pause(step)
  }
}
