import { useState } from 'preact/hooks'
import { ConfirmButton } from '../components/confirm-button.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'
import { FaultForm } from './fault-form.js'

/** @typedef {import('@svc/control').Fault} Fault */

/** What is broken on purpose, for calls of the API and for deliveries. @param {{ pid: string }} props */
export function Faults({ pid }) {
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<Fault[]>} */ (signal) => call('/faults', { signal }),
    [],
    { every: 3_000 },
  )
  const [open, setOpen] = useState(false)
  const act = useAction(async (/** @type {string} */ path) => {
    await call(path, { method: 'DELETE' })
    reload()
  })
  const added = () => {
    setOpen(false)
    reload()
  }
  return html`
    <${PageHead}
      title="Faults"
      lead="Break calls or deliveries on purpose, and see how an integration takes it."
    >
      ${data && data.length > 0 && html`<${ConfirmButton} label="Clear all" question="Everything works again." busy=${act.busy} onConfirm=${() => void act.run('/faults')} />`}
      <button type="button" class="small" onClick=${() => setOpen(true)}>Add fault</button>
    <//>
    ${open && html`<${FaultForm} pid=${pid} onSaved=${added} onClose=${() => setOpen(false)} />`}
    <${Problem} error=${error} onRetry=${reload} />
    <${Problem} error=${act.error} />
    ${loading && html`<${Loading} />`}
    ${data?.length === 0 && !open && html`<${Empty} title="Nothing is broken"><p>Add a fault to answer with 503, delay, cut the connection, or lose an answer after the work was done.</p><//>`}
    ${
      data &&
      data.length > 0 &&
      html`<div class="table">
        <table>
          <thead>
            <tr>
              <th>What happens</th>
              <th>To</th>
              <th class="end">Applied</th>
              <th class="end">Left</th>
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${data.map(
              (fault) =>
                html`<tr key=${fault.id}>
                  <td>${actionText(fault)}</td>
                  <td class="wide mono">${matchText(fault)}</td>
                  <td class="end number">${fault.applied}</td>
                  <td class="end number">${fault.remaining ?? 'until cleared'}</td>
                  <td class="end">
                    <button
                      type="button"
                      class="small outline"
                      disabled=${act.busy}
                      onClick=${() => void act.run(`/faults/${fault.id}`)}
                    >
                      Clear
                    </button>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  `
}

/** @param {Fault} fault */
function actionText({ action, when }) {
  const moment = {
    before: 'before the work is done',
    after: 'after the work was done',
    delivery: 'instead of a delivery',
  }[when]
  switch (action.type) {
    case 'status':
      return `Answer ${action.status} ${moment}`
    case 'delay':
      return `Wait ${action.ms} ms ${moment}`
    case 'reset':
      return `Cut the connection ${moment}`
    case 'truncate':
      return `Break off the answer ${moment}`
    case 'timeout':
      return 'Receiver does not answer in time'
    case 'unreachable':
      return 'Receiver cannot be reached'
    default:
      return 'Something this page does not know'
  }
}

/** @param {Fault} fault */
function matchText({ match, when }) {
  const given = Object.values(match ?? {}).filter((value) => value !== undefined)
  if (given.length > 0) return given.join(' ')
  return when === 'delivery' ? 'every delivery' : 'every request'
}
