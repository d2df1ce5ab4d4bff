import { randomUUID } from 'node:crypto'
import { apiPrefix } from '@svc/models'
import type { CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { fieldsOf, keyed, objectsOf } from '../expect.ts'
import { Follows } from '../verdict.ts'

export const paymentsPath = `${apiPrefix}/payments`

/** A payment of the list, as the server wrote it. */
export type SomePayment = Record<string, unknown>

/** @throws Follows when the server lists no payments */
export async function listPayments(
  { probe }: CheckContext,
  query = '',
): Promise<{ list: SomePayment[]; exchange: Exchange }> {
  const exchange = await probe.send({ method: 'GET', path: `${paymentsPath}${query}` })
  if (exchange.status !== 200 || !Array.isArray(exchange.json)) {
    throw new Follows('payments-list', 'payments are not listed', exchange)
  }
  return { list: objectsOf(exchange.json), exchange }
}

const idOf = ({ json }: Exchange): string | undefined => {
  const { id } = fieldsOf(json)
  return typeof id === 'string' ? id : undefined
}

/** A body that records a payment. */
export const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

export interface Sent {
  exchange: Exchange
  /** Names the payment in `description`, unless the fields had one. */
  mark: string
}

/** Sends a creation, and sees to it that what it may have created is deleted at the end. */
export async function sendPayment(
  context: CheckContext,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = keyed(),
): Promise<Sent> {
  const mark = `conformance ${randomUUID()}`
  const body = { ...cash, description: mark, ...fields }
  const exchange = await context.probe.send({ method: 'POST', path: paymentsPath, headers, body })
  if (exchange.status < 300) {
    const id = idOf(exchange)
    const known = typeof body.description === 'string' ? body.description : undefined
    context.cleanUp(`payment ${id ?? known}`, async () => {
      let last: Exchange | undefined
      for (const each of id ? [id] : known ? await idsOf(context, known) : [])
        last = await remove(context, each)
      return last
    })
  }
  return { exchange, mark }
}

/** Ids of the payments whose description is this. */
export const idsOf = async (context: CheckContext, description: string): Promise<string[]> =>
  (await listPayments(context)).list
    .filter((payment) => payment['description'] === description)
    .map((payment) => String(payment['id']))

export async function remove({ probe, gone }: CheckContext, id: string): Promise<Exchange> {
  const exchange = await probe.send({ method: 'DELETE', path: `${paymentsPath}/${id}` })
  if (exchange.status === 204) gone(`payment ${id}`)
  return exchange
}

export const patch = (
  { probe }: CheckContext,
  id: string,
  body: unknown,
  headers: Record<string, string> = keyed(),
): Promise<Exchange> => probe.send({ method: 'PATCH', path: `${paymentsPath}/${id}`, headers, body })

export interface Recorded {
  id: string
  exchange: Exchange
}

/**
 * Records a payment. What the server answers beside its success is left open by the specification: an id that is not in
 * the answer is looked up in the list.
 *
 * @throws Follows when the server records none
 */
export async function record(context: CheckContext, fields: Record<string, unknown> = {}): Promise<Recorded> {
  const { exchange, mark } = await sendPayment(context, fields)
  if (exchange.status < 200 || exchange.status > 299) {
    throw new Follows(
      'payment-created',
      `a payment was not recorded but answered with ${exchange.status}`,
      exchange,
    )
  }
  const { description = mark } = fields
  const id = idOf(exchange) ?? (await idsOf(context, String(description)))[0]
  if (id === undefined) throw new Follows('payment-created', 'a recorded payment is not found', exchange)
  return { id, exchange }
}

/** @throws Follows unless the update is answered with success: method and path are not in the specification (D2) */
export async function update(
  context: CheckContext,
  id: string,
  changes: unknown,
  headers?: Record<string, string>,
): Promise<Exchange> {
  const exchange = await patch(context, id, changes, headers)
  if (exchange.status < 200 || exchange.status > 299) {
    throw new Follows('payment-updated', `PATCH /payments/{paymentId} answered ${exchange.status}`, exchange)
  }
  return exchange
}

/** @throws Follows when an active payment is not listed */
export async function stored(
  context: CheckContext,
  id: string,
): Promise<{ payment: SomePayment; exchange: Exchange }> {
  const { list, exchange } = await listPayments(context)
  const payment = list.find((item) => item['id'] === id)
  if (!payment) throw new Follows('payment-created', 'a recorded payment is not listed', exchange)
  return { payment, exchange }
}

/** Whether two decimal strings are one value: how many decimals come back is left open. */
export function sameValue(left: unknown, right: unknown): boolean {
  const value = plain(left)
  return value !== undefined && value === plain(right)
}

/** Without what says nothing: `"0120.50"` is `120.5`. */
function plain(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return undefined
  const [whole = '', decimals = ''] = value.split('.')
  return `${BigInt(whole)}.${decimals.replace(/(?<!0)0+$/, '')}`
}
