import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { cleanText } from './clean-text.ts'

const names = new Map<string, string>()

/**
 * A statement that each connection parses once and then knows by its name. For texts of which there are few: the server
 * keeps them for as long as the connection lasts.
 */
export function namedStatement(text: string, values: readonly unknown[]): QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    name = `svc ${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
    names.set(text, name)
  }
  return { name, text, values: values.map((value) => (typeof value === 'string' ? cleanText(value) : value)) }
}
