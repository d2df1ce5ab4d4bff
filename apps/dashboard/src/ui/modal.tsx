import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { s } from '../i18n/strings.ts'

/** A dialog over the page. Escape and a click beside it close it, unless what is in it would be lost. */
export function Modal({
  open,
  onClose,
  title,
  children,
  wide = false,
  keep = false,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  wide?: boolean
  /** Only its own buttons close it. */
  keep?: boolean
}) {
  const popup = useRef<HTMLDivElement>(null)
  // A form is there to be filled in: its first field, not what closes it. A finger would open the keyboard of a phone.
  const first = (by: string) =>
    by === 'touch'
      ? true
      : (popup.current?.querySelector<HTMLElement>('form :is(input, select, textarea)') ?? true)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && !keep && onClose()}
      disablePointerDismissal={keep}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup ref={popup} className={`modal ${wide ? 'wide' : ''}`} initialFocus={first}>
          <div className="modal-head">
            <Dialog.Title>{title}</Dialog.Title>
            {!keep && (
              <Dialog.Close className="icon-button" aria-label={s.common.close}>
                <X size={16} aria-hidden />
              </Dialog.Close>
            )}
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
