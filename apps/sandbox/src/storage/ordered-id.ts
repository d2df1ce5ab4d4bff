import { randomUUID } from 'node:crypto'

/**
 * Beginning of a UUID of version 7 (RFC 9562): ids of one time are neighbours in every index. Random ones dirty a page of
 * each index for each row, which is most of what SQLite writes then.
 *
 * @param ms milliseconds since 1970
 */
export function idBeginning(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7`
}

/**
 * A UUID of version 7.
 *
 * @param beginning see {@link idBeginning}
 * @param random the UUID of version 4 that it ends like
 */
export const orderedId = (beginning: string, random: string = randomUUID()): string =>
  beginning + random.slice(beginning.length)
