import type { SandboxExport } from '@svc/control'
import { useRef, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { control } from '../../lib/control.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSay } from '../../ui/toasts.tsx'
import { Time } from '../../ui/time.tsx'
import { useAfresh } from './use-afresh.ts'

/** A file that was read, and its size. */
export interface ChosenFile {
  document: SandboxExport
  bytes: number
}

type Outcome = 'imported' | 'stopped'

/** Takes a file in, and tells how far it is. It is all or nothing: whoever stops it keeps what was there. */
export function Import({ document, bytes, onDone }: ChosenFile & { onDone: () => void }) {
  const afresh = useAfresh()
  const say = useSay()
  const stop = useRef<AbortController>(undefined)
  // Undefined until the server has the whole file.
  const [at, setAt] = useState<{ done: number; rows: number }>()
  const load = useAction(async (): Promise<Outcome> => {
    const { signal } = (stop.current = new AbortController())
    let rows = 0
    setAt(undefined)
    try {
      await control().import(document, {
        signal,
        onProgress: (done, of) => setAt({ done, rows: (rows = of) }),
      })
    } catch (failure) {
      if (signal.aborted) return 'stopped'
      throw failure
    }
    await afresh()
    say(s.data.imported(rows))
    onDone()
    return 'imported'
  })
  const rows = Object.values(document.tables).reduce((sum, table) => sum + table.length, 0)
  return (
    <div className="import">
      <p>
        {s.data.chosen(rows)} <Time at={document.exported_at} />
      </p>
      <div className="filters">
        <ConfirmButton
          label={s.data.import}
          question={s.data.importQuestion(document.exported_at)}
          busy={load.busy}
          onConfirm={() => load.run()}
        />
        {load.busy && <Button onClick={() => stop.current?.abort()}>{s.recover.stop}</Button>}
      </div>
      {load.busy && <progress max={at?.rows ?? 1} value={at?.done} aria-label={s.data.file} />}
      <p role="status">
        {load.busy && (at ? s.data.importing(at) : s.data.sending(bytes))}
        {!load.busy && load.data === 'stopped' && s.data.importStopped}
      </p>
      <Problem error={load.error} />
    </div>
  )
}
