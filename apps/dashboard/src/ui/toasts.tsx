import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { s } from '../i18n/strings.ts'

/** Short news at the edge of the page, for what happened elsewhere than where one looks. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={6_000} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={s.common.news}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title />
      <Toast.Close className="icon-button" aria-label={s.common.close}>
        <X size={14} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}

/** Says a sentence in a toast. */
export function useSay(): (text: string) => void {
  const { add } = Toast.useToastManager()
  return (text) => void add({ title: text })
}
