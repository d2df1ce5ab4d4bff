import { randomUUID } from 'node:crypto'
import type { SandboxProcess } from './sandbox-process.ts'

/** A payment as it is recorded over and over. */
export const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

type Door = Pick<SandboxProcess, 'api' | 'apiKey'>

/** Creates one thing. Resolves with the answer's text; rejects when it is refused. */
export async function post({ api, apiKey }: Door, path: string, body: object): Promise<string> {
  const answer = await fetch(api + path, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${text}`)
  return text
}

/** Reads one thing. Resolves with the answer's text. */
export async function get({ api, apiKey }: Door, path: string): Promise<string> {
  const answer = await fetch(api + path, { headers: { 'x-api-key': apiKey } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${text}`)
  return text
}
