import { channel } from 'node:diagnostics_channel'
import type { ErrorEvent, RequestEvent, ResponseEvent, RetryEvent } from './events.ts'

/**
 * The `node:diagnostics_channel` channels, one message for each step of an attempt. Each attempt begins with `request` and
 * ends with `response` or `error`; a `retry` follows when another attempt is planned. The events of one attempt carry
 * the same `call` and `attempt` numbers.
 */
export const channels = {
  request: channel('svc:client:request'),
  response: channel('svc:client:response'),
  error: channel('svc:client:error'),
  retry: channel('svc:client:retry'),
} as const

/** What each channel carries. */
export interface ChannelMessages {
  request: RequestEvent
  response: ResponseEvent
  error: ErrorEvent
  retry: RetryEvent
}

/** Publishes a message if anybody listens. Node keeps a subscriber that throws away from the call. */
export function publish<Name extends keyof ChannelMessages>(
  name: Name,
  message: ChannelMessages[Name],
): void {
  if (channels[name].hasSubscribers) channels[name].publish(message)
}
