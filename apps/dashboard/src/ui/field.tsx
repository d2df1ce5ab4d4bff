import { type ComponentProps, type ReactNode, useId } from 'react'

interface Labelled {
  label: string
  hint?: ReactNode
  grow?: boolean | undefined
}

export function TextField({ label, hint, grow, ...input }: Labelled & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId()
  return (
    <div className={`field ${grow ? 'grow' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input autoComplete="off" {...input} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

export function TextArea({ label, hint, grow, ...area }: Labelled & Omit<ComponentProps<'textarea'>, 'id'>) {
  const id = useId()
  return (
    <div className={`field ${grow ? 'grow' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <textarea {...area} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

export type Option = string | readonly [value: string, text: string]

/** A labelled choice; the empty one means any. A value that is no option still filters, and is seen to do so. */
export function SelectField({
  label,
  hint,
  grow,
  value,
  options,
  any,
  onChange,
}: Labelled & {
  value: string
  options: readonly Option[]
  any?: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option))
  const unknown = value !== '' && !pairs.some(([known]) => known === value)
  return (
    <div className={`field ${grow ? 'grow' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {unknown && <option value={value}>{value}</option>}
        {pairs.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {hint && <small>{hint}</small>}
    </div>
  )
}

export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
