import { ControlError } from './errors.ts'
import type { SeedLine, SeedResult } from './seed.ts'
import { readLines } from './streams.ts'

/**
 * Follows a seeding to its end.
 *
 * @throws ControlError `seed_failed` when it stops before its end
 */
export async function seedResult(
  body: ReadableStream<Uint8Array>,
  onProgress?: (done: number) => void,
): Promise<SeedResult> {
  let last: SeedResult | undefined
  for await (const text of readLines(body)) {
    if (text === '') continue
    const line = JSON.parse(text) as SeedLine
    if ('error' in line)
      throw new ControlError('seed_failed', `Seeding failed: ${line.error}`, { status: 200 })
    onProgress?.(line.done)
    if ('bookings' in line) last = line
  }
  if (!last)
    throw new ControlError('seed_failed', 'The sandbox ended its answer before it was done.', { status: 200 })
  return last
}
