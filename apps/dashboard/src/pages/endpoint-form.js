import { useState } from 'preact/hooks'
import { Problem } from '../components/problem.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'
import { eventTypes } from '../lib/vocabulary.js'

/**
 * @param {{
 *   endpoint?: import('@svc/models').WebhookEndpoint,
 *   submit: string,
 *   onSave: (fields: { url: string, events: string[] }) => Promise<void>,
 *   onClose: () => void,
 * }} props
 */
export function EndpointForm({ endpoint, submit, onSave, onClose }) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState(endpoint?.events ?? eventTypes)
  const { run, busy, error } = useAction(() => onSave({ url: url.trim(), events }))
  const toggle = (/** @type {string} */ event) =>
    setEvents(events.includes(event) ? events.filter((other) => other !== event) : [...events, event])
  return html`
    <form
      class="panel"
      onSubmit=${(/** @type {Event} */ event) =>
        (event.preventDefault(), void run())}
    >
      <label
        >URL
        <input
          type="url"
          required
          placeholder="https://example.com/webhooks"
          value=${url}
          onInput=${(/** @type {Event} */ event) => setUrl(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
        />
      </label>
      <fieldset class="checks">
        <legend>Events</legend>
        ${[...new Set([...eventTypes, ...events])].map(
          (event) =>
            html`<label key=${event}
              ><input type="checkbox" checked=${events.includes(event)} onChange=${() => toggle(event)} />
              <code>${event}</code></label
            >`,
        )}
      </fieldset>
      <${Problem} error=${error} />
      <div class="buttons">
        <button type="submit" class="small" aria-busy=${busy} disabled=${busy}>${submit}</button>
        <button type="button" class="small outline" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  `
}
