import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { uuid } from '../../lib/uuid.ts'
import { Sentence } from '../../ui/layout.tsx'
import type { ShownSecret } from '../../ui/secrets.tsx'
import { Time } from '../../ui/time.tsx'

/** The signing secrets that were made since the page was opened: none takes the place of another. */
export function useSecrets() {
  const [shown, setShown] = useState<ShownSecret[]>([])
  return {
    shown,
    done: (id: string) => setShown((before) => before.filter((one) => one.id !== id)),
    show({ url, secret, until }: { url: string; secret: string; until?: string | undefined }) {
      const about = (
        <p>
          <Sentence text={s.endpoints.signedWith} parts={[<code key="url">{url}</code>]} />{' '}
          {until !== undefined && (
            <Sentence text={s.endpoints.oldToo} parts={[<Time key="until" at={until} />]} />
          )}
        </p>
      )
      setShown((before) => [{ id: uuid(), title: s.endpoints.secret, secret, about }, ...before])
    },
  }
}
