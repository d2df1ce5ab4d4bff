import { html } from '../lib/html.js'

/** @param {{ title: string, lead?: unknown, children?: unknown }} props */
export function PageHead({ title, lead, children }) {
  return html`
    <header class="page-head">
      <div>
        <h1 tabindex="-1">${title}</h1>
        ${lead && html`<p class="muted">${lead}</p>`}
      </div>
      ${children && html`<div class="buttons">${children}</div>`}
    </header>
  `
}
