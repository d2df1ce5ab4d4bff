import { ControlError } from './errors.ts'
import type { ImportLine, ResetResult } from './state.ts'
import { readLines } from './streams.ts'

/**
 * Follows an import to its end.
 *
 * @throws ControlError `import_failed` when nothing was imported
 */
export async function importResult(
  body: ReadableStream<Uint8Array>,
  onProgress?: (done: number, rows: number) => void,
): Promise<ResetResult> {
  for await (const text of readLines(body)) {
    if (text === '') continue
    const line = JSON.parse(text) as ImportLine
    if ('error' in line) throw failed(line.error)
    if ('properties' in line) return line
    onProgress?.(line.done, line.rows)
  }
  throw failed('the sandbox ended its answer before it was done.')
}

const failed = (why: string) =>
  new ControlError('import_failed', `Nothing was imported: ${why}`, { status: 200, reason: why })
