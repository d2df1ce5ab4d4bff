import { useState } from 'preact/hooks'
import { Badge } from '../components/badge.js'
import { ConfirmButton } from '../components/confirm-button.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { RevealedSecret } from '../components/revealed-secret.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'
import { EndpointForm } from './endpoint-form.js'

/** @typedef {import('@svc/models').WebhookEndpoint} WebhookEndpoint */
/** @typedef {{ url: string, secret: string, until?: string }} Revealed */

/** Where events go. Secrets are seen once, when they are made. @param {{ pid: string }} props */
export function Endpoints({ pid }) {
  const path = `/properties/${pid}/webhooks`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<WebhookEndpoint[]>} */ (signal) => call(path, { signal }),
    [path],
  )
  const [open, setOpen] = useState('')
  const [revealed, setRevealed] = useState(/** @type {Revealed | undefined} */ (undefined))
  const add = async (/** @type {{ url: string, events: string[] }} */ body) => {
    /** @type {import('@svc/models').CreatedWebhookEndpoint} */
    const { url, secret } = await call(path, { method: 'POST', body })
    setRevealed({ url, secret })
    setOpen('')
    reload()
  }
  const change = async (/** @type {string} */ id, /** @type {object} */ body) => {
    await call(`${path}/${id}`, { method: 'PATCH', body })
    setOpen('')
    reload()
  }
  return html`
    <${PageHead}
      title="Endpoints"
      lead="Addresses that receive signed events. An endpoint that is off gets no new deliveries; what waits for it is held."
    >
      <button type="button" class="small" onClick=${() => setOpen('new')}>Add endpoint</button>
    <//>
    ${
      revealed &&
      html`<${RevealedSecret}
        title="Signing secret"
        secret=${revealed.secret}
        onDone=${() => setRevealed(undefined)}
      >
        <p>
          Deliveries to <code>${revealed.url}</code> are signed with
          it.${revealed.until && html` Until <${Time} at=${revealed.until} /> expect the old one too.`}
        </p>
      <//>`
    }
    ${open === 'new' && html`<${EndpointForm} submit="Add endpoint" onSave=${add} onClose=${() => setOpen('')} />`}
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${
      data?.length === 0 &&
      open !== 'new' &&
      html`<${Empty} title="No endpoint yet"
        ><p>
          Add the address of your receiver. On this machine plain <code>http://localhost</code> will do.
        </p><//
      >`
    }
    ${data?.map((endpoint) =>
      open === endpoint.id
        ? html`<${EndpointForm}
            key=${endpoint.id}
            endpoint=${endpoint}
            submit="Save"
            onSave=${(/** @type {object} */ body) => change(endpoint.id, body)}
            onClose=${() => setOpen('')}
          />`
        : html`<${EndpointCard}
            key=${endpoint.id}
            endpoint=${endpoint}
            path=${`${path}/${endpoint.id}`}
            onEdit=${() => setOpen(endpoint.id)}
            onChange=${reload}
            onReveal=${setRevealed}
          />`,
    )}
  `
}

/** @param {{ endpoint: WebhookEndpoint, path: string, onEdit: () => void, onChange: () => void, onReveal: (revealed: Revealed) => void }} props */
function EndpointCard({ endpoint, path, onEdit, onChange, onReveal }) {
  const act = useAction(async (/** @type {() => Promise<unknown>} */ work) => {
    await work()
    onChange()
  })
  const toggle = () => call(path, { method: 'PATCH', body: { is_active: !endpoint.is_active } })
  const remove = () => call(path, { method: 'DELETE' })
  const rotate = async () => {
    /** @type {import('@svc/control').RotatedSecret} */
    const { secret, previous_secret_until } = await call(`${path}/rotate-secret`, {
      method: 'POST',
      body: {},
    })
    onReveal({ url: endpoint.url, secret, until: previous_secret_until })
  }
  const start = (/** @type {() => Promise<unknown>} */ work) => () => void act.run(work)
  return html`
    <article class="detail" aria-label=${endpoint.url}>
      <header>
        <h2>
          <${Badge} word=${endpoint.is_active ? 'active' : 'off'} /> <span class="mono">${endpoint.url}</span>
        </h2>
      </header>
      <p>${endpoint.events.map((event) => html`<span class="badge plain">${event}</span> `)}</p>
      <p class="muted">Added <${Time} at=${endpoint.created_at} /> · <code>${endpoint.id}</code></p>
      <${Problem} error=${act.error} />
      <div class="buttons">
        <a role="button" class="small outline" href=${linkTo('deliveries', '', { endpoint_id: endpoint.id })}
          >Deliveries</a
        >
        <button type="button" class="small outline" onClick=${onEdit}>Edit</button>
        <button type="button" class="small outline" disabled=${act.busy} onClick=${start(toggle)}>
          ${endpoint.is_active ? 'Switch off' : 'Switch on'}
        </button>
        <${ConfirmButton}
          label="New secret"
          question="Deliveries will be signed with it at once."
          busy=${act.busy}
          onConfirm=${start(rotate)}
        />
        <${ConfirmButton}
          label="Delete"
          question="Its delivery log goes too."
          busy=${act.busy}
          onConfirm=${start(remove)}
        />
      </div>
    </article>
  `
}
