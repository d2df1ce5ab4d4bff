import { useState } from 'preact/hooks'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'

/** The origins from which browsers may call. @param {{ pid: string }} props */
export function Origins({ pid }) {
  const path = `/properties/${pid}/allowed-origins`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<import('@svc/control').AllowedOrigins>} */ (signal) => call(path, { signal }),
    [path],
  )
  const [origin, setOrigin] = useState('')
  const save = useAction(async (/** @type {string[]} */ origins) => {
    await call(path, { method: 'PUT', body: { origins } })
    setOrigin('')
    reload()
  })
  const origins = data?.origins ?? []
  const add = (/** @type {Event} */ event) => {
    event.preventDefault()
    void save.run([...origins, origin.trim()])
  }
  return html`
    <${PageHead}
      title="Allowed origins"
      lead="A request that names another origin is answered with 403. Requests without an origin, from servers, are not affected."
    />
    <form class="filters" onSubmit=${add}>
      <label class="grow"
        >Origin
        <input
          required
          placeholder="https://booking.example.com"
          value=${origin}
          onInput=${(/** @type {Event} */ event) => setOrigin(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
      /></label>
      <span class="buttons"
        ><button
          type="submit"
          class="small"
          aria-busy=${save.busy}
          disabled=${save.busy || data === undefined}
        >
          Allow
        </button></span
      >
    </form>
    <${Problem} error=${save.error} />
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${data && origins.length === 0 && html`<${Empty} title="No origin is allowed"><p>Servers may call; no web page may.</p><//>`}
    ${
      origins.length > 0 &&
      html`<div class="table">
        <table>
          <thead>
            <tr>
              <th>Origin</th>
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${origins.map(
              (allowed) =>
                html`<tr key=${allowed}>
                  <td class="wide mono">${allowed}</td>
                  <td class="end">
                    <button
                      type="button"
                      class="small outline danger"
                      disabled=${save.busy}
                      onClick=${() => void save.run(origins.filter((other) => other !== allowed))}
                    >
                      Remove
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
