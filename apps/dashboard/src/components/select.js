import { html } from '../lib/html.js'

/**
 * A labelled choice; the empty one means any.
 *
 * @param {{ label: string, value: string, options: (string | [value: string, text: string])[], any?: string, onChange: (value: string) => void }} props
 */
export function Select({ label, value, options, any, onChange }) {
  const pairs = options.map((option) => (typeof option === 'string' ? [option, option] : option))
  // A value from the address that is no option any more still filters: it must be seen to do so.
  if (value !== '' && !pairs.some(([known]) => known === value)) pairs.push([value, value])
  return html`
    <label>
      ${label}
      <select
        value=${value}
        onChange=${(/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}
      >
        ${any !== undefined && html`<option value="" selected=${value === ''}>${any}</option>`}
        ${pairs.map(([option, text]) => html`<option key=${option} value=${option} selected=${option === value}>${text}</option>`)}
      </select>
    </label>
  `
}
