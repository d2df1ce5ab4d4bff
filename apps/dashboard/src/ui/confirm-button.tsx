import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { Button, type ButtonProps } from './button.tsx'

/**
 * A button for what cannot be undone: it asks in a dialog whose first answer is to keep things as they are, so that
 * Enter, Enter changes nothing, and Escape keeps.
 */
export function ConfirmButton({
  label,
  title,
  question,
  action,
  keep,
  onConfirm,
  onOpen,
  busy,
  look = 'danger',
  icon,
  children,
}: {
  label: string
  title?: string | undefined
  question: ReactNode
  /** What the button that does it is called. @default the label */
  action?: string | undefined
  keep?: string | undefined
  onConfirm: () => unknown
  /** Before the question is read: to count what it is about. */
  onOpen?: (() => void) | undefined
  busy?: boolean | undefined
  look?: ButtonProps['look']
  icon?: ReactNode
  /** What is to be chosen before it is done. */
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const safe = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    if (next) onOpen?.()
    setOpen(next)
  }
  const confirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Trigger render={<Button look={look} busy={busy} icon={icon} />}>
        {label}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="modal" initialFocus={safe}>
          <AlertDialog.Title>{title ?? label}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="question" />}>{question}</AlertDialog.Description>
          {children}
          <div className="buttons end">
            <AlertDialog.Close ref={safe} className="button default">
              {keep ?? s.common.keep}
            </AlertDialog.Close>
            <Button look={look === 'danger' ? 'danger' : 'primary'} onClick={confirm}>
              {action ?? label}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
