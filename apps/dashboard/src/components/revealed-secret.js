import { html } from '../lib/html.js'
import { CopyButton } from './copy-button.js'

/**
 * A key or secret that is shown this once: it lives in the component's state alone and is gone with it.
 *
 * @param {{ title: string, secret: string, children?: unknown, onDone: () => void }} props
 */
export function RevealedSecret({ title, secret, children, onDone }) {
  return html`
    <section class="notice good" role="status" aria-label=${title}>
      <h3>${title}</h3>
      <p>Copy it now: it is shown only this once.</p>
      <div class="secret"><code class="secret-value">${secret}</code><${CopyButton} text=${secret} /></div>
      ${children}
      <button type="button" class="small" onClick=${onDone}>I have stored it</button>
    </section>
  `
}
