import { useState } from 'preact/hooks'
import { Problem } from '../components/problem.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { session, signIn } from '../lib/session.js'
import { useAction } from '../lib/use-action.js'

/** Asks for the admin token and keeps it once the sandbox has accepted it. */
export function SignIn() {
  const { notice } = session.use()
  const [token, setToken] = useState('')
  const { run, busy, error } = useAction(async () => {
    const trimmed = token.trim()
    await call('/clock', { token: trimmed })
    signIn(trimmed)
  })
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    void run()
  }
  return html`
    <main class="sign-in">
      <img src="/dashboard/icon.svg" alt="" width="48" height="48" />
      <h1>Sandbox dashboard</h1>
      ${notice && !error && html`<div class="notice warn" role="status"><p>${notice}</p></div>`}
      <form onSubmit=${submit}>
        <label>
          Admin token
          <input
            type="password"
            name="token"
            required
            autocomplete="off"
            spellcheck=${false}
            value=${token}
            onInput=${(/** @type {Event} */ event) => setToken(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
          />
        </label>
        <button type="submit" aria-busy=${busy} disabled=${busy}>Sign in</button>
        <${Problem} error=${error} />
      </form>
      <p class="muted">
        The sandbox prints its admin token when it starts, and keeps it in${' '}
        <code>.svc/credentials.json</code> unless it was given one. It stays in this tab and is forgotten when
        the tab is closed.
      </p>
    </main>
  `
}
