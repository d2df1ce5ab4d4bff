import { useState } from 'preact/hooks'
import { HttpStatus } from '../components/badge.js'
import { CodeBlock } from '../components/code-block.js'
import { CopyButton } from '../components/copy-button.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { curl } from '../lib/curl.js'
import { html } from '../lib/html.js'
import { properties } from '../lib/property.js'
import { linkTo } from '../lib/route.js'
import { useLoad } from '../lib/use-load.js'
import { uuid } from '../lib/uuid.js'
import { deliveryStatuses } from '../lib/vocabulary.js'

const base = `${location.origin}/api/v1/client`
const key = { 'X-API-Key': '$SVC_API_KEY' }
const json = { ...key, 'Content-Type': 'application/json' }

/** Where everything is, three commands to try, and what has happened so far. @param {{ pid: string }} props */
export function Home({ pid }) {
  const all = properties.use() ?? []
  const name = all.find(({ id }) => id === pid)?.name ?? 'Property'
  return html`
    <${PageHead} title=${name} lead="Everything here is for trying an integration: break what you like." />
    <section class="addresses">
      <${Address} label="Client API" value=${base} />
      <${Address} label="Property id" value=${pid} />
      <p class="muted">
        <a href="/docs">API reference</a> · <a href="/openapi.json">OpenAPI document</a> · No key yet?${' '}
        <a href=${linkTo('api-keys')}>Generate an API key</a>
      </p>
    </section>
    <${Counts} pid=${pid} />
    <${Commands} />
    <${LatestRequests} pid=${pid} />
  `
}

/** @param {{ label: string, value: string }} props */
function Address({ label, value }) {
  return html`<div class="address">
    <span class="muted">${label}</span><code>${value}</code><${CopyButton} text=${value} />
  </div>`
}

/** @param {{ pid: string }} props */
function Counts({ pid }) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const count = async (/** @type {string} */ path) => {
        /** @type {{ total_count: number }} */
        const { total_count } = await call(`/properties/${pid}/${path}`, { signal })
        return total_count
      }
      const [bookings, ...deliveries] = await Promise.all([
        count('bookings?limit=1'),
        ...deliveryStatuses.map((status) => count(`deliveries?status=${status}&limit=1`)),
      ])
      return { bookings, deliveries }
    },
    [pid],
    { every: 5_000 },
  )
  if (error) return html`<${Problem} error=${error} onRetry=${reload} />`
  const number = (/** @type {number | undefined} */ value) =>
    value === undefined ? '…' : value.toLocaleString('en')
  return html`
    <section class="counts" aria-label="Counts">
      <a href=${linkTo('bookings')}><strong>${number(data?.bookings)}</strong><span>bookings</span></a>
      ${deliveryStatuses.map(
        (status, index) => html`
          <a
            key=${status}
            class=${data?.deliveries[index] ? `count-${status}` : ''}
            href=${linkTo('deliveries', '', { status })}
          >
            <strong>${number(data?.deliveries[index])}</strong><span>${status} deliveries</span>
          </a>
        `,
      )}
    </section>
  `
}

function Commands() {
  const [idempotencyKey] = useState(uuid)
  const [other] = useState(uuid)
  const payment = JSON.stringify({
    amount: '25.00',
    paymentMethod: 'Cash',
    type: 'income',
    name: 'First payment',
  })
  const endpoint = JSON.stringify({
    url: 'http://localhost:4020/webhooks',
    events: ['payment.created', 'booking.created'],
  })
  return html`
    <section>
      <h2>Try it</h2>
      <p class="muted">The commands read the key from a variable: <code>export SVC_API_KEY=…</code></p>
      <${CodeBlock}
        label="Read two bookings"
        text=${curl({ url: `${base}/bookings?limit=2`, headers: key })}
      />
      <${CodeBlock}
        label="Record a payment"
        note="run it twice: the second answer is the first one, replayed"
        text=${curl({ method: 'POST', url: `${base}/payments`, headers: { ...json, 'Idempotency-Key': idempotencyKey }, body: payment })}
      />
      <${CodeBlock}
        label="Register a webhook endpoint"
        text=${curl({ method: 'POST', url: `${base}/webhooks`, headers: { ...json, 'Idempotency-Key': other }, body: endpoint })}
      />
    </section>
  `
}

/** @param {{ pid: string }} props */
function LatestRequests({ pid }) {
  const { data, error } = useLoad(
    /** @returns {Promise<import('@svc/control').LoggedRequest[]>} */
    (signal) => call(`/requests?limit=6&property_id=${pid}`, { signal }),
    [pid],
    { every: 3_000 },
  )
  return html`
    <section>
      <h2>Latest requests</h2>
      <${Problem} error=${error} />
      ${data?.length === 0 && html`<p class="muted">None so far: run a command above and it appears here.</p>`}
      ${
        data &&
        data.length > 0 &&
        html`
          <div class="table">
            <table>
              <tbody>
                ${data.map(
                  (entry) => html`
                    <tr key=${entry.id}>
                      <td><${HttpStatus} status=${entry.status} /></td>
                      <td class="wide">
                        <a class="mono" href=${linkTo('requests', entry.id)}>${entry.method} ${entry.path}</a>
                      </td>
                      <td><${Time} at=${entry.at} /></td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>
        `
      }
    </section>
  `
}
