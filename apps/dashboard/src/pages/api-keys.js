import { useState } from 'preact/hooks'
import { CodeBlock } from '../components/code-block.js'
import { ConfirmButton } from '../components/confirm-button.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { RevealedSecret } from '../components/revealed-secret.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'

/** @typedef {import('@svc/control').ApiKey} ApiKey */
/** @typedef {import('@svc/control').CreatedApiKey} CreatedApiKey */

/** Settings, API Keys, Generate: the key is displayed once. @param {{ pid: string }} props */
export function ApiKeys({ pid }) {
  const path = `/properties/${pid}/api-keys`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<ApiKey[]>} */ (signal) => call(path, { signal }),
    [path],
  )
  const [name, setName] = useState('')
  const [made, setMade] = useState(/** @type {CreatedApiKey | undefined} */ (undefined))
  const generate = useAction(async () => {
    setMade(await call(path, { method: 'POST', body: name.trim() === '' ? {} : { name: name.trim() } }))
    setName('')
    reload()
  })
  const remove = useAction(async (/** @type {string} */ id) => {
    await call(`${path}/${id}`, { method: 'DELETE' })
    if (made?.id === id) setMade(undefined)
    reload()
  })
  return html`
    <${PageHead} title="API Keys" lead="A key belongs on a server: never in a web page or an app." />
    <form
      class="filters"
      onSubmit=${(/** @type {Event} */ event) =>
        (event.preventDefault(), void generate.run())}
    >
      <label
        >Name
        <input
          placeholder="Where it is used"
          maxlength="255"
          value=${name}
          onInput=${(/** @type {Event} */ event) => setName(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
      /></label>
      <span class="buttons"
        ><button type="submit" class="small" aria-busy=${generate.busy} disabled=${generate.busy}>
          Generate
        </button></span
      >
    </form>
    <${Problem} error=${generate.error ?? remove.error} />
    ${
      made &&
      html`<${RevealedSecret} title="Your new API key" secret=${made.key} onDone=${() => setMade(undefined)}>
        <${CodeBlock} label="For the commands on Home" text=${`export SVC_API_KEY=${made.key}`} />
      <//>`
    }
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${data?.length === 0 && html`<${Empty} title="No API key"><p>Without one nobody can call the API of this property. Generate the first.</p><//>`}
    ${
      data &&
      data.length > 0 &&
      html`<div class="table">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Begins with</th>
              <th>Created (UTC)</th>
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${data.map(
              (key) =>
                html`<tr key=${key.id}>
                  <td class="wide">${key.name}</td>
                  <td class="mono">${key.hint}…</td>
                  <td><${Time} at=${key.created_at} /></td>
                  <td class="end">
                    <${ConfirmButton}
                      label="Delete"
                      question="Calls with it will get 401."
                      busy=${remove.busy}
                      onConfirm=${() => void remove.run(key.id)}
                    />
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  `
}
