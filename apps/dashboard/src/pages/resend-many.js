import { useState } from 'preact/hooks'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { call } from '../lib/api.js'
import { virtualNow } from '../lib/clock.js'
import { plural } from '../lib/format.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'

/** @typedef {import('@svc/control').ResendResult} ResendResult */

/** After an outage: sends everything that failed since a time once more. @param {{ pid: string, onDone: () => void }} props */
export function ResendMany({ pid, onDone }) {
  const [open, setOpen] = useState(false)
  if (!open)
    return html`<button type="button" class="small outline" onClick=${() => setOpen(true)}>
      Resend many…
    </button>`
  return html`<${ResendForm} pid=${pid} onDone=${onDone} onClose=${() => setOpen(false)} />`
}

/** @param {{ pid: string, onDone: () => void, onClose: () => void }} props */
function ResendForm({ pid, onDone, onClose }) {
  const [status, setStatus] = useState('dead')
  const [since, setSince] = useState(() => new Date(virtualNow() - 86_400_000).toISOString().slice(0, 16))
  const [result, setResult] = useState(/** @type {ResendResult | undefined} */ (undefined))
  const { run, busy, error } = useAction(async () => {
    setResult(undefined)
    const body = { status, ...(since === '' ? {} : { since: new Date(`${since}Z`).toISOString() }) }
    setResult(await call(`/properties/${pid}/deliveries/resend`, { method: 'POST', body }))
    onDone()
  })
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    void run()
  }
  return html`
    <form class="panel" onSubmit=${submit} aria-label="Resend many">
      <div class="filters">
        <${Select}
          label="Deliveries that are"
          value=${status}
          options=${['dead', 'failed']}
          onChange=${setStatus}
        />
        <label
          >Since (UTC)
          <input
            type="datetime-local"
            value=${since}
            onInput=${(/** @type {Event} */ event) => setSince(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
          />
        </label>
        <span class="buttons">
          <button type="submit" class="small" aria-busy=${busy} disabled=${busy}>Resend all</button>
          <button type="button" class="small outline" onClick=${onClose}>Close</button>
        </span>
      </div>
      <${Problem} error=${error} />
      ${
        result &&
        html`<p role="status">
          ${result.resent === 0 ? 'There was none to resend.' : `Sent ${plural(result.resent, 'delivery', 'deliveries')} once more: ${result.delivered} delivered, ${result.failed} failed.`}
        </p>`
      }
    </form>
  `
}
