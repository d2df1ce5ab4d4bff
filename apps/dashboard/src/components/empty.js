import { html } from '../lib/html.js'

/** Says why there is nothing, and what to do about it. @param {{ title: string, children?: unknown }} props */
export function Empty({ title, children }) {
  return html`<div class="empty">
    <h3>${title}</h3>
    ${children}
  </div>`
}

export function Loading() {
  return html`<p aria-busy="true" class="muted">Loading…</p>`
}
