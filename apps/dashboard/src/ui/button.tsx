import type { ComponentProps, ReactNode } from 'react'

type Look = 'default' | 'primary' | 'danger' | 'quiet'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look | undefined
  /** Something that it started is under way. */
  busy?: boolean | undefined
  /** Something else is under way, which it has to wait for. */
  waits?: boolean | undefined
  icon?: ReactNode
}

/** A button. While it is busy or waits it cannot be pressed, and keeps the focus: a disabled one would lose it. */
export function Button({
  look = 'default',
  busy = false,
  waits = false,
  icon,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const held = busy || waits
  return (
    <button
      type="button"
      {...rest}
      className={`button ${look}`}
      aria-busy={busy || undefined}
      aria-disabled={held || undefined}
      onClick={held ? (event) => event.preventDefault() : onClick}
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
