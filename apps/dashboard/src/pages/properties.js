import { useState } from 'preact/hooks'
import { CopyButton } from '../components/copy-button.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { chooseProperty, properties, readProperties } from '../lib/property.js'
import { useAction } from '../lib/use-action.js'

/** @typedef {import('@svc/control').Property} Property */

/** The tenants of this sandbox: each with its own bookings, keys and endpoints. @param {{ pid: string }} props */
export function Properties({ pid }) {
  const all = properties.use() ?? []
  const [name, setName] = useState('')
  const create = useAction(async () => {
    /** @type {Property} */
    const made = await call('/properties', { method: 'POST', body: { name: name.trim() } })
    await readProperties()
    chooseProperty(made.id)
  })
  return html`
    <${PageHead}
      title="Properties"
      lead="Each has its own bookings, payments, keys and endpoints. The clock is the same for all."
    />
    <form
      class="filters"
      onSubmit=${(/** @type {Event} */ event) =>
        (event.preventDefault(), void create.run())}
    >
      <label
        >Name
        <input
          required
          maxlength="255"
          placeholder="Harbour Hostel"
          value=${name}
          onInput=${(/** @type {Event} */ event) => setName(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
      /></label>
      <span class="buttons"
        ><button type="submit" class="small" aria-busy=${create.busy} disabled=${create.busy}>
          Add property
        </button></span
      >
    </form>
    <${Problem} error=${create.error} />
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Id</th>
            <th>Created (UTC)</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${all.map(
            (property) =>
              html`<tr key=${property.id}>
                <td class="wide">${property.name}</td>
                <td><code>${property.id}</code> <${CopyButton} text=${property.id} /></td>
                <td><${Time} at=${property.created_at} /></td>
                <td class="end">
                  ${property.id === pid ? html`<span class="muted">shown</span>` : html`<button type="button" class="small outline" onClick=${() => chooseProperty(property.id)}>Show</button>`}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
