import type { ImportLine, SandboxExport } from '@svc/control'
import type { Readable } from 'node:stream'
import { setImmediate } from '../timers.ts'
import type { Control } from './context.ts'
import type { LiveChanges } from './live-changes.ts'
import { progressLines } from './progress-lines.ts'
import { importState } from './state.ts'

/** Between two lines, at least: who waits looks at a bar. */
const gapMs = 100

/**
 * Replaces everything and tells how far it is. It is one transaction: who goes away before the last line leaves
 * everything as it was.
 */
export function importStream(
  control: Control & { changes: LiveChanges },
  document: Pick<SandboxExport, 'tables'>,
): Readable {
  let next = 0
  return progressLines<ImportLine>(async (say, check) => {
    const left = await importState(control, document, async (done, rows) => {
      // SQLite answers at once: without a pause no line would leave before the end, and nobody could go away.
      await new Promise<void>((resolve) => void setImmediate(resolve))
      check()
      const now = performance.now()
      if (now < next && done < rows) return
      next = now + gapMs
      say({ done, rows })
    })
    control.changes.tell('state')
    return left
  })
}
