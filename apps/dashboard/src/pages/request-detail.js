import { Badge, HttpStatus } from '../components/badge.js'
import { CodeBlock } from '../components/code-block.js'
import { Empty } from '../components/empty.js'
import { Facts } from '../components/facts.js'
import { Time } from '../components/time.js'
import { curlOf } from '../lib/curl.js'
import { pretty } from '../lib/format.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'

/** @param {{ entry: import('@svc/control').LoggedRequest | undefined, back: string }} props */
export function RequestDetail({ entry, back }) {
  if (!entry) {
    return html`<${Empty} title="This request is not in the list">
      <p>
        The log keeps the last requests in memory, or a filter leaves it out.${' '}
        <a href=${linkTo('requests')}>Show all requests</a>
      </p>
    <//>`
  }
  const headers = Object.entries(entry.request_headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return html`
    <article class="detail" aria-label="Request">
      <header>
        <h2>
          <${HttpStatus} status=${entry.status} /> <span class="mono">${entry.method} ${entry.path}</span>
        </h2>
        <a href=${back}>Close</a>
      </header>
      <${Facts}
        rows=${[
          ['Request id', html`<code>${entry.id}</code>`],
          ['Time', html`<${Time} at=${entry.at} />`],
          ['Took', `${entry.ms} ms`],
          ['Route', entry.route && html`<code>${entry.route}</code>`],
          [
            'Idempotency key',
            entry.idempotency_key !== null &&
              html`<a class="mono" href=${linkTo('requests', '', { key: entry.idempotency_key })}
                  >${entry.idempotency_key}</a
                >${entry.replayed && html` <${Badge} word="replayed" />`}`,
          ],
          ['API key', entry.api_key_id && html`<code>${entry.api_key_id}</code>`],
          ['From', html`<code>${entry.remote_address}</code>`],
          ['Fault', entry.fault_id && html`<a class="mono" href=${linkTo('faults')}>${entry.fault_id}</a>`],
        ].map(([name, value]) => [name, value === false ? '' : value])}
      />
      <div class="columns">
        <div>
          <${CodeBlock} label="Request headers" text=${headers} />
          ${entry.request_body !== null && html`<${CodeBlock} label="Request body" text=${pretty(entry.request_body)} />`}
        </div>
        <div>
          ${
            entry.response_body === null || entry.response_body === ''
              ? html`<p class="muted">The answer had no body.</p>`
              : html`<${CodeBlock} label="Response body" text=${pretty(entry.response_body)} />`
          }
        </div>
      </div>
      <${CodeBlock} label="The same request with curl" text=${curlOf(entry)} />
    </article>
  `
}
