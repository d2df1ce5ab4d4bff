import { useEffect, useState } from 'preact/hooks'
import { Badge, HttpStatus } from '../components/badge.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Time } from '../components/time.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { call } from '../lib/api.js'
import { useAction } from '../lib/use-action.js'
import { useRequestLog } from '../lib/use-request-log.js'
import { RequestDetail } from './request-detail.js'
import { RequestFilters, serverQuery } from './request-filters.js'

/**
 * Every call of the client API, as it happens.
 *
 * @param {{ pid: string, id: string, query: URLSearchParams }} props
 */
export function Requests({ pid, id, query }) {
  const { entries, error, live, retry, forget } = useRequestLog(serverQuery(query, pid))
  const [paused, setPaused] = useState(/** @type {typeof entries} */ (undefined))
  const {
    run: clear,
    busy,
    error: clearError,
  } = useAction(async () => {
    await call('/requests', { method: 'DELETE' })
    forget()
  })
  // Another filter, another list: what was held still belongs to the one before.
  const filters = query.toString()
  useEffect(() => setPaused(undefined), [filters])

  const kind = query.get('kind') ?? ''
  const shown = (paused ?? entries)?.filter(
    ({ status }) => kind === '' || String(status).startsWith(kind.slice(0, 1)),
  )
  const chosen = id === '' ? undefined : (entries ?? []).find((entry) => entry.id === id)
  const waiting = paused ? (entries ?? []).filter((entry) => !paused.includes(entry)).length : 0
  return html`
    <${PageHead}
      title="Requests"
      lead="Calls of the client API, newest first. Keys and secrets are left out of the log."
    >
      <span class=${`live ${live ? 'on' : ''}`} role="status"
        >${live ? (paused ? 'Paused' : 'Live') : 'Connecting…'}</span
      >
      <button
        type="button"
        class="small outline"
        aria-pressed=${paused !== undefined}
        onClick=${() => setPaused(paused ? undefined : (entries ?? []))}
      >
        ${paused ? `Go on${waiting > 0 ? ` (${waiting} new)` : ''}` : 'Pause'}
      </button>
      <button type="button" class="small outline" disabled=${busy} onClick=${() => void clear()}>
        Clear log
      </button>
    <//>
    <${RequestFilters} query=${query} />
    <${Problem} error=${error ?? clearError} onRetry=${retry} />
    ${id !== '' && entries && html`<${RequestDetail} entry=${chosen} back=${linkTo('requests', '', Object.fromEntries(query))} />`}
    ${shown === undefined && !error && html`<${Loading} />`}
    ${
      shown?.length === 0 &&
      html`<${Empty} title=${filters === '' ? 'No request yet' : 'No request matches'}>
        <p>
          ${filters === '' ? html`Take a command from <a href=${linkTo('home')}>Home</a>: its request appears here at once.` : html`<a href=${linkTo('requests')}>Show all requests</a>`}
        </p>
      <//>`
    }
    ${shown && shown.length > 0 && html`<${RequestTable} entries=${shown} chosen=${id} query=${query} />`}
  `
}

/** @param {{ entries: import('@svc/control').LoggedRequest[], chosen: string, query: URLSearchParams }} props */
function RequestTable({ entries, chosen, query }) {
  return html`
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>Request</th>
            <th>Notes</th>
            <th class="end">ms</th>
            <th>Time (UTC)</th>
          </tr>
        </thead>
        <tbody>
          ${entries.map(
            (entry) => html`
              <tr key=${entry.id} class=${entry.id === chosen ? 'chosen' : ''}>
                <td><${HttpStatus} status=${entry.status} /></td>
                <td class="wide">
                  <a class="mono" href=${linkTo('requests', entry.id, Object.fromEntries(query))}
                    ><b>${entry.method}</b> ${entry.path}</a
                  >
                </td>
                <td>
                  ${entry.replayed && html`<${Badge} word="replayed" title="The stored answer of an earlier request with this idempotency key" />`}
                  ${entry.fault_id !== null && html`<${Badge} word="fault" title="Broken on purpose, by a fault" />`}
                </td>
                <td class="end number">${entry.ms.toLocaleString('en', { maximumFractionDigits: 1 })}</td>
                <td><${Time} at=${entry.at} /></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}
