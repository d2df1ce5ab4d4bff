import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** Text to read and copy: commands, bodies, envelopes. */
export function CodeBlock({
  text,
  label,
  note,
  actions,
}: {
  text: string
  label: string
  note?: string | undefined
  actions?: ReactNode
}) {
  return (
    <figure className="code">
      <figcaption>
        <span>
          {label} {note !== undefined && <small className="muted">{note}</small>}
        </span>
        <span className="buttons">
          {actions}
          <CopyButton text={text} />
        </span>
      </figcaption>
      {/* Scrolled by keyboard too. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
