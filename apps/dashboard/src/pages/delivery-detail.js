import { Badge, HttpStatus } from '../components/badge.js'
import { CodeBlock } from '../components/code-block.js'
import { NextAttempt } from '../components/delivery-state.js'
import { Loading } from '../components/empty.js'
import { Facts } from '../components/facts.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { pretty } from '../lib/format.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'

/** @typedef {import('@svc/control').ControlDelivery} ControlDelivery */
/** @typedef {import('@svc/control').Attempt} Attempt */

/** One delivery: its envelope, every attempt, and the button that sends it once more. @param {{ pid: string, id: string }} props */
export function DeliveryDetail({ pid, id }) {
  const path = `/properties/${pid}/deliveries/${encodeURIComponent(id)}`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<ControlDelivery>} */ (signal) => call(path, { signal }),
    [path],
    { every: 2_000 },
  )
  const resend = useAction(async () => {
    /** @type {Attempt} */
    const attempt = await call(`${path}/resend`, { method: 'POST', body: {} })
    reload()
    return attempt
  })
  return html`
    <p class="crumb"><a href=${linkTo('deliveries')}>Deliveries</a></p>
    <${PageHead} title=${data?.event_type ?? 'Delivery'}>
      ${data && html`<button type="button" class="small" aria-busy=${resend.busy} disabled=${resend.busy} onClick=${() => void resend.run()}>Resend</button>`}
    <//>
    <${Problem} error=${error} onRetry=${reload} />
    <${Problem} error=${resend.error} />
    ${loading && html`<${Loading} />`}
    ${data && html`<${DeliveryFacts} delivery=${data} /><${Attempts} attempts=${data.attempt_log} /><${Envelope} delivery=${data} />`}
  `
}

/** @param {{ delivery: ControlDelivery }} props */
function DeliveryFacts({ delivery }) {
  return html`<${Facts}
    rows=${[
      [
        'Status',
        html`<${Badge} word=${delivery.status} />${delivery.held && html` <${Badge} word="held" />`}`,
      ],
      ['Next attempt', html`<${NextAttempt} delivery=${delivery} />`],
      ['Delivery id', html`<code>${delivery.id}</code>`],
      ['Event id', html`<code>${delivery.event_id}</code>`],
      [
        'Endpoint',
        html`<a class="mono" href=${linkTo('deliveries', '', { endpoint_id: delivery.endpoint_id })}
          >${delivery.endpoint_url}</a
        >`,
      ],
      ['Attempts', String(delivery.attempts)],
      ['Fired', html`<${Time} at=${delivery.created_at} />`],
      ['Delivered', delivery.delivered_at && html`<${Time} at=${delivery.delivered_at} />`],
    ]}
  />`
}

/** @param {{ attempts: Attempt[] }} props */
function Attempts({ attempts }) {
  return html`
    <section>
      <h2>Attempts</h2>
      ${
        attempts.length === 0
          ? html`<p class="muted">None yet.</p>`
          : html`<div class="table">
              <table>
                <thead>
                  <tr>
                    <th>No.</th>
                    <th>Outcome</th>
                    <th>Answer</th>
                    <th>Kind</th>
                    <th class="end">ms</th>
                    <th>Started (UTC)</th>
                  </tr>
                </thead>
                <tbody>
                  ${attempts.map(
                    (attempt) => html`
                      <tr key=${attempt.number}>
                        <td class="number">${attempt.number}</td>
                        <td>
                          <${Badge}
                            word=${attempt.outcome}
                          />${attempt.error && attempt.error !== 'status' && html` <span class="muted">${attempt.error}</span>`}
                        </td>
                        <td class="wide">
                          <${HttpStatus}
                            status=${attempt.response_status}
                          />${attempt.response_body && html` <code class="answer">${attempt.response_body}</code>`}
                        </td>
                        <td>${attempt.kind}</td>
                        <td class="end number">
                          ${attempt.duration_ms.toLocaleString('en', { maximumFractionDigits: 1 })}
                        </td>
                        <td><${Time} at=${attempt.started_at} /></td>
                      </tr>
                    `,
                  )}
                </tbody>
              </table>
            </div>`
      }
    </section>
  `
}

/** @param {{ delivery: ControlDelivery }} props */
function Envelope({ delivery }) {
  const headers = [
    'Content-Type: application/json',
    'X-SVC-Signature: sha256=<HMAC of the body, made anew for each attempt>',
    `X-SVC-Event: ${delivery.event_type}`,
    `X-SVC-Delivery: ${delivery.id}`,
  ].join('\n')
  return html`
    <section>
      <h2>Envelope</h2>
      <${CodeBlock}
        label="Body"
        note="indented to read; sent and signed as below"
        text=${pretty(delivery.body)}
      />
      <${CodeBlock} label="Bytes as sent" text=${delivery.body} />
      <${CodeBlock} label="Headers" text=${headers} />
    </section>
  `
}
