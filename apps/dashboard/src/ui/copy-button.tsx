import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { copyText } from '../lib/copy.ts'

export function CopyButton({
  text,
  label,
  small = false,
}: {
  text: string
  label?: string
  small?: boolean
}) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    void copyText(text).then(
      () => setSaid(s.common.copied),
      () => setSaid(s.common.copyByHand),
    )
  const name = label ?? s.common.copy
  return (
    <button
      type="button"
      className={small ? 'icon-button' : 'button quiet'}
      onClick={copy}
      {...(small && { 'aria-label': name, title: name })}
    >
      {said === s.common.copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite" className={small ? 'off-screen' : undefined}>
        {said || (small ? '' : name)}
      </span>
    </button>
  )
}

/** An id that can be copied; the whole of it is there for those who select it. */
export function Id({ id }: { id: string }) {
  return (
    <span className="id">
      <code>{id}</code>
      <CopyButton small text={id} label={s.common.copyId} />
    </span>
  )
}
