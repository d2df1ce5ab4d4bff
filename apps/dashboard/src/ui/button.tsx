import type { ComponentProps, ReactNode } from 'react'

type Look = 'default' | 'primary' | 'danger' | 'quiet'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look | undefined
  /** Something that it started is under way. */
  busy?: boolean | undefined
  icon?: ReactNode
}

/** A button. While it is busy it cannot be pressed again, and keeps the focus. */
export function Button({ look = 'default', busy = false, icon, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${look}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** A button that is a sign alone. */
export function IconButton({ label, icon, ...rest }: ButtonProps & { label: string }) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
      {icon}
    </button>
  )
}
