import { html } from '../lib/html.js'
import { HttpStatus } from './badge.js'
import { Time } from './time.js'

/** @typedef {import('@svc/control').ControlDelivery} ControlDelivery */

/** What the last attempt brought: the status of the answer, or why there is none. @param {{ delivery: ControlDelivery }} props */
export function AnswerOf({ delivery }) {
  const last = delivery.attempt_log.at(-1)
  if (delivery.response_status === null && last?.error) return html`<span class="muted">${last.error}</span>`
  return html`<${HttpStatus} status=${delivery.response_status} />`
}

/** @param {{ delivery: ControlDelivery }} props */
export function NextAttempt({ delivery }) {
  if (delivery.held) return html`<span class="muted">when its endpoint is on</span>`
  return html`<${Time} at=${delivery.next_attempt_at} />`
}
