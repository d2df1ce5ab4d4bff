import { randomUUID } from 'node:crypto'
import type { Ask } from './load.ts'

/** What is needed to call a sandbox's client API. */
export interface Server {
  url: string
  apiKey: string
}

/** A payment as it is recorded over and over. */
export const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

/** Creates one thing. Throws when it is refused. */
export async function post({ url, apiKey }: Server, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/api/v1/client${path}`, {
    method: 'POST',
    headers: writeHeaders(apiKey),
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

export const getBooking = (apiKey: string, id: string): Ask => ({
  method: 'GET',
  path: `/api/v1/client/bookings/${id}`,
  headers: () => ({ 'x-api-key': apiKey }),
})

export const createPayment = (apiKey: string): Ask => ({
  method: 'POST',
  path: '/api/v1/client/payments',
  headers: () => writeHeaders(apiKey),
  body: JSON.stringify(payment),
})

const writeHeaders = (apiKey: string) => ({
  'x-api-key': apiKey,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
})
