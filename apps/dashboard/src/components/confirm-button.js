import { useState } from 'preact/hooks'
import { html } from '../lib/html.js'

/**
 * A button for what cannot be undone: it asks once more, in place.
 *
 * @param {{ label: string, question: string, onConfirm: () => unknown, busy?: boolean }} props
 */
export function ConfirmButton({ label, question, onConfirm, busy = false }) {
  const [asked, setAsked] = useState(false)
  if (!asked) {
    return html`<button
      type="button"
      class="small outline danger"
      disabled=${busy}
      onClick=${() => setAsked(true)}
    >
      ${label}
    </button>`
  }
  const confirm = () => {
    setAsked(false)
    onConfirm()
  }
  return html`
    <span class="confirm">
      <span role="status">${question}</span>
      <button type="button" class="small danger" ref=${focusOnce} onClick=${confirm}>${label}</button>
      <button type="button" class="small outline" onClick=${() => setAsked(false)}>Keep</button>
    </span>
  `
}

/** The question takes the place of the button that was pressed, and its focus. @param {HTMLElement | null} element */
function focusOnce(element) {
  element?.focus()
}
