import type { LoggedRequest } from '@svc/control'
import { expect, it } from 'vitest'
import { clientCode } from './client-code.ts'

const request = (method: string, path: string, request_body: string | null = null) =>
  ({ method, path: `/api/v1/client${path}`, request_body, idempotency_key: null }) as LoggedRequest

// That each makes the same request is tried with the client itself, in apps/sandbox-e2e.
it.each([
  [request('GET', '/bookings?limit=2&status=paid'), `svc.bookings.list({"limit":2,"status":"paid"})`],
  [request('GET', '/payments/it%27s'), `svc.payments.get('it\\'s')`],
  [request('GET', '/payments/%zz'), `svc.payments.get('%zz')`],
  [request('GET', '/webhooks/w/deliveries'), `svc.webhooks.deliveries('w')`],
  [request('DELETE', '/webhooks/w'), `svc.webhooks.delete('w')`],
])('%#: is the call of the client', (entry, call) => {
  expect(clientCode(entry)).toContain(`await ${call}\n`)
})

it.each([
  request('PUT', '/payments'),
  request('GET', '/nowhere'),
  request('GET', '/webhooks/w'),
  request('POST', '/bookings', '{}'),
  request('POST', '/payments', '{"broken":'),
  request('POST', '/payments', '[]'),
])('there is none for $method $path $request_body', (entry) => {
  expect(clientCode(entry)).toBeUndefined()
})
