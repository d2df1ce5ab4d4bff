import { useMemo, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { pretty } from '../lib/format.ts'

/** Values that a tree draws before it is folded: a page of them is what a reader can take. */
const openDepth = 3

/** JSON as a tree that folds and can be searched; what is no JSON is shown as text. */
export function JsonTree({ text, label, note }: { text: string; label: string; note?: string }) {
  const [wanted, setWanted] = useState('')
  const parsed = useMemo(() => parse(text), [text])
  if (parsed === undefined || typeof parsed !== 'object' || parsed === null)
    return <CodeBlock text={pretty(text)} label={label} note={note} />
  return (
    <figure className="code">
      <figcaption>
        <span>
          {label} {note !== undefined && <small className="muted">{note}</small>}
        </span>
        <span className="buttons">
          <input
            type="search"
            className="find"
            placeholder={s.json.find}
            aria-label={s.json.findIn(label)}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          <CopyButton text={pretty(text)} />
        </span>
      </figcaption>
      <div className="tree" role="region" aria-label={label} tabIndex={0}>
        <Node value={parsed} wanted={wanted.trim().toLowerCase()} depth={0} />
      </div>
    </figure>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mentions = (value: unknown, name: string, wanted: string): boolean =>
  `${name} ${JSON.stringify(value)}`.toLowerCase().includes(wanted)

/** Characters that change the direction of what follows: they would turn a line of the tree around unseen. */
const turning = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/

/** A value as JSON has it. A text is isolated within its quotes, and what would turn it around is written out. */
function JsonText({ value }: { value: unknown }) {
  if (typeof value !== 'string') return JSON.stringify(value)
  const parts = JSON.stringify(value).slice(1, -1).split(turning)
  return (
    <>
      &quot;
      <bdi>
        {parts.map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            <bdi key={index}>{`\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`}</bdi>
          ),
        )}
      </bdi>
      &quot;
    </>
  )
}

function Node({
  name,
  value,
  wanted,
  depth,
}: {
  name?: string
  value: unknown
  wanted: string
  depth: number
}) {
  const key = name === undefined ? null : <span className="tree-key">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    const found = wanted !== '' && mentions(value, name ?? '', wanted)
    return (
      <div className={found ? 'found' : undefined}>
        {key}
        <span className={`tree-${value === null ? 'null' : typeof value}`}>
          <JsonText value={value} />
        </span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const brackets = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0)
    return (
      <div>
        {key}
        {brackets}
      </div>
    )
  const open = wanted === '' ? depth < openDepth : mentions(value, name ?? '', wanted)
  return (
    // Another search folds anew.
    <details key={wanted} open={open}>
      <summary>
        {key}
        <span className="muted">
          {brackets[0]} {s.json.size(entries.length)} {brackets[1]}
        </span>
      </summary>
      {entries.map(([child, inner]) => (
        <Node key={child} name={child} value={inner} wanted={wanted} depth={depth + 1} />
      ))}
    </details>
  )
}
