import { useBlocker } from '@tanstack/react-router'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { s } from '../i18n/strings.ts'
import { unstored } from '../lib/unstored.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

/** A key or secret that is shown this once. */
export interface ShownSecret {
  id: string
  title: string
  secret: string
  about: ReactNode
}

/**
 * The secrets of this visit of the page: each stays until it is said to be stored, and leaving the page asks first. They
 * live in the state of the component alone and are gone with it.
 */
export function Secrets({ shown, onDone }: { shown: readonly ShownSecret[]; onDone: (id: string) => void }) {
  const some = shown.length > 0
  useEffect(() => {
    unstored.set(shown.length)
    return () => unstored.set(0)
  }, [shown.length])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => some && current.pathname !== next.pathname,
    enableBeforeUnload: some,
    withResolver: true,
  })
  return (
    <>
      {shown.map((one) => (
        <Secret key={one.id} one={one} onDone={() => onDone(one.id)} />
      ))}
      <AlertDialog.Root
        open={blocker.status === 'blocked'}
        onOpenChange={(open) => !open && blocker.reset?.()}
      >
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="backdrop" />
          <AlertDialog.Popup className="modal">
            <AlertDialog.Title>{s.secrets.leaveTitle}</AlertDialog.Title>
            <AlertDialog.Description>{s.secrets.leave(shown.length)}</AlertDialog.Description>
            <div className="buttons end">
              <Button onClick={() => blocker.reset?.()}>{s.secrets.stay}</Button>
              <Button look="danger" onClick={() => blocker.proceed?.()}>
                {s.secrets.leaveAnyway}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}

function Secret({ one, onDone }: { one: ShownSecret; onDone: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className="notice good" role="status" aria-label={one.title} ref={box}>
      <h2>{one.title}</h2>
      <p>{s.secrets.once}</p>
      <div className="secret">
        <code className="secret-value">{one.secret}</code>
        <CopyButton text={one.secret} />
      </div>
      {one.about}
      <Button look="primary" onClick={onDone}>
        {s.secrets.stored}
      </Button>
    </section>
  )
}
