import { useEffect, useState } from 'preact/hooks'
import { copyText } from '../lib/copy.js'
import { html } from '../lib/html.js'

/** @param {{ text: string, label?: string }} props */
export function CopyButton({ text, label = 'Copy' }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    copyText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select it and copy by hand'),
    )
  return html`
    <button type="button" class="small outline copy" onClick=${copy}>
      <span aria-live="polite">${said || label}</span>
    </button>
  `
}
