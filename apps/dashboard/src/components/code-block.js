import { html } from '../lib/html.js'
import { CopyButton } from './copy-button.js'

/**
 * Text to read and copy: commands, bodies, envelopes.
 *
 * @param {{ text: string, label: string, copy?: boolean, note?: string }} props
 */
export function CodeBlock({ text, label, copy = true, note }) {
  return html`
    <figure class="code">
      <figcaption>
        <span>${label}${note && html` <small class="muted">${note}</small>`}</span
        >${copy && html`<${CopyButton} text=${text} />`}
      </figcaption>
      <pre tabindex="0" aria-label=${label}><code>${text}</code></pre>
    </figure>
  `
}
