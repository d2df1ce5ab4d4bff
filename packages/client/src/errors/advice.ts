import type { ErrorCode } from '@svc/models'

/** What to do next, by the code of the answer. */
const adviceByCode: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'Correct the request; sending it again as it is will fail again.',
  validation_error: 'Correct the fields that `details` names.',
  unauthorized:
    'Check `apiKey`: it is created in the dashboard under Settings, API Keys, and may have been revoked.',
  origin_not_allowed: "Add the origin to the property's allowed domains, or do not send an Origin header.",
  not_found: 'Check the id: it may belong to another property or have been deleted.',
  idempotency_key_in_use:
    'A call with the same idempotency key is still at work: try again with that key in a moment.',
  payload_too_large: 'Send a smaller body.',
  unsupported_media_type: 'Something between this client and the service changed the Content-Type header.',
  idempotency_key_reused:
    'This idempotency key was used with another payload: use a new key for a new operation, the old payload to resume.',
  rate_limited: 'Wait for `retryAfterMs`, send less often, or set the `rateLimit` option.',
  internal_error: 'Try again later; tell support the request id if it stays.',
  unavailable: 'Try again later.',
}

/** What to do next about an answer to a call of this path template. */
export function adviceFor(status: number, code: string, route: string): string {
  // Without an id in it, it is the path that is not there: the server is another one, or lives elsewhere.
  if (status === 404 && !route.includes('{')) return 'Check `baseUrl`: no such path is there.'
  if (Object.hasOwn(adviceByCode, code)) return adviceByCode[code as ErrorCode]
  if (status >= 500) return adviceByCode.unavailable
  if (status === 401) return adviceByCode.unauthorized
  if (status === 404) return adviceByCode.not_found
  if (status === 429) return adviceByCode.rate_limited
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed, because the API key would go along: check `baseUrl`.'
  }
  // The server has a word of its own for it, so it was the server that judged the request.
  if (!code.startsWith('http_')) return adviceByCode.bad_request
  return 'Check `baseUrl` and what stands between this client and the service.'
}

/** What to do next when an operation may have taken effect. */
export function adviceWhenAmbiguous(method: string): string {
  return method === 'DELETE'
    ? 'It may have taken effect: delete again (a repeated delete does no harm).'
    : 'It may have taken effect: send the same payload again with `idempotencyKey` of this error.'
}
