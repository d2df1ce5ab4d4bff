import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { s } from '../i18n/strings.ts'
import { tabTitle } from '../lib/tab-title.ts'

/** Whether a page was shown before: the first one of a visit leaves the focus at the top. */
let cameFromAPage = false

/**
 * The head of a page. A change of page is announced by moving to its title, as a load of a page would be; a focus that is
 * in the page already stays.
 */
export function PageHead({
  title,
  lead,
  children,
  crumb,
  tab,
}: {
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
  crumb?: ReactNode
  /** What the browser's tab is called. @default the title */
  tab?: string | undefined
}) {
  const head = useRef<HTMLHeadingElement>(null)
  // The head is known when it is drawn: after every drawing.
  useEffect(() => tabTitle.set(tab ?? head.current?.textContent ?? ''))
  useEffect(() => {
    const main = document.getElementById('main')
    if (cameFromAPage && !main?.contains(document.activeElement)) head.current?.focus({ preventScroll: true })
    cameFromAPage = true
  }, [])
  return (
    <header className="page-head">
      <div>
        {crumb && <p className="crumb">{crumb}</p>}
        <h1 tabIndex={-1} ref={head}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children && <div className="buttons">{children}</div>}
    </header>
  )
}

/** Names and values of one thing; those without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  const shown = rows.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  return (
    <dl className="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says why there is nothing, and what to do about it. */
export function Empty({ title, children, icon }: { title: string; children?: ReactNode; icon?: ReactNode }) {
  return (
    <div className="empty">
      {icon}
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Room for what is on its way, so that nothing jumps when it is there. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="off-screen">{s.common.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

export function Section({
  title,
  children,
  actions,
  label,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** Names the part as a landmark. @default it is none */
  label?: string | undefined
}) {
  return (
    <section aria-label={label}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions && <div className="buttons">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** A sentence with parts that are links or code: `{0}` stands for the first of them. */
export function Sentence({ text, parts }: { text: string; parts: readonly ReactNode[] }) {
  return text
    .split(/\{(\d)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>)
}
