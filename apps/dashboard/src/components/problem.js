import { CallError } from '../lib/api.js'
import { html } from '../lib/html.js'

/**
 * An error in the server's words, with what it says of each field and the id under which it is logged.
 *
 * @param {{ error: unknown, onRetry?: () => void }} props
 */
export function Problem({ error, onRetry }) {
  if (error === undefined || error === null) return null
  const message = error instanceof Error ? error.message : 'Something went wrong in this page.'
  // A single one is in the message already.
  const details = error instanceof CallError && error.details.length > 1 ? error.details : []
  const requestId = error instanceof CallError ? error.requestId : ''
  return html`
    <div class="notice bad" role="alert">
      <p>${message}</p>
      ${
        details.length > 0 &&
        html`<ul>
          ${details.map(({ path, message: fault }) => html`<li>${path && html`<code>${path}</code> `}${fault}</li>`)}
        </ul>`
      }
      ${requestId && html`<p class="muted">Request id <code>${requestId}</code></p>`}
      ${onRetry && html`<button type="button" class="small outline" onClick=${onRetry}>Try again</button>`}
    </div>
  `
}
