import { useVirtualNow } from '../lib/clock.js'
import { relative, utc } from '../lib/format.js'
import { html } from '../lib/html.js'

/** A time in UTC, and how far it is from the virtual now. @param {{ at: string | null, hint?: boolean }} props */
export function Time({ at, hint = true }) {
  const now = useVirtualNow()
  if (at === null) return html`<span class="muted">none</span>`
  return html`<time datetime=${at} title=${`${at} (UTC)`}
    >${utc(at)}${hint && html` <small class="muted">${relative(at, now)}</small>`}</time
  >`
}
