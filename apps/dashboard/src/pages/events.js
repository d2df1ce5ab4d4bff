import { useState } from 'preact/hooks'
import { CodeBlock } from '../components/code-block.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { call } from '../lib/api.js'
import { plural } from '../lib/format.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { useAction } from '../lib/use-action.js'
import { eventTypes } from '../lib/vocabulary.js'

/** @typedef {import('@svc/control').FiredEvent} FiredEvent */

/** Sends a sample of an event to the endpoints that are subscribed to it. @param {{ pid: string }} props */
export function Events({ pid }) {
  const [type, setType] = useState('payment.created')
  const [data, setData] = useState('')
  const [fired, setFired] = useState(/** @type {FiredEvent | undefined} */ (undefined))
  const { run, busy, error } = useAction(async () => {
    setFired(undefined)
    const given = data.trim() === '' ? {} : { data: readData(data) }
    setFired(await call(`/properties/${pid}/events`, { method: 'POST', body: { type, ...given } }))
  })
  return html`
    <${PageHead}
      title="Send event"
      lead="A sample goes to every subscribed endpoint, signed and retried like the real one. Nothing else changes."
    />
    <form
      class="panel"
      onSubmit=${(/** @type {Event} */ event) =>
        (event.preventDefault(), void run())}
    >
      <${Select} label="Event" value=${type} options=${eventTypes} onChange=${setType} />
      <label
        >Fields of <code>data</code>, as JSON
        <textarea
          class="mono"
          rows="4"
          spellcheck=${false}
          placeholder='{ "amount": "99.90" }'
          value=${data}
          onInput=${(/** @type {Event} */ event) => setData(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}
        ></textarea>
        <small>What is left out is filled in from your newest booking or payment.</small>
      </label>
      <${Problem} error=${error} />
      <div class="buttons">
        <button type="submit" class="small" aria-busy=${busy} disabled=${busy}>Send event</button>
      </div>
    </form>
    ${fired && html`<${Fired} event=${fired} />`}
  `
}

/** @param {string} text */
function readData(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The fields are no JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}

/** @param {{ event: FiredEvent }} props */
function Fired({ event }) {
  const { delivery_ids } = event
  return html`
    <section role="status">
      ${
        delivery_ids.length === 0
          ? html`<div class="notice warn">
              <p>
                It fired, but no endpoint that is on is subscribed to <code>${event.type}</code>.${' '}
                <a href=${linkTo('endpoints')}>Endpoints</a>
              </p>
            </div>`
          : html`<div class="notice good">
              <p>It fired and caused ${plural(delivery_ids.length, 'delivery', 'deliveries')}:</p>
              <ul>
                ${delivery_ids.map((id) => html`<li><a class="mono" href=${linkTo('deliveries', id)}>${id}</a></li>`)}
              </ul>
            </div>`
      }
      <${CodeBlock} label="Data" text=${JSON.stringify(event.data, null, 2)} />
    </section>
  `
}
