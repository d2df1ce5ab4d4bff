import { type ErrorDetail, limits, validate } from '@svc/models'
import type * as z from 'zod/mini'
import { ServiceError, invalid } from '../service/errors.ts'

/** Levels of objects and arrays in a body. The API needs two; recursion anywhere below is safe with this. */
const deepest = 32

function textProblem(text: string): string | undefined {
  // PostgreSQL cannot store it, and no real text has it.
  if (text.includes('\0')) return 'must not contain the NUL character (U+0000)'
  // Half a character would turn into another one on its way through UTF-8.
  if (!text.isWellFormed()) return 'must not contain half a surrogate pair: it is not valid Unicode'
  return undefined
}

/** Nearly every body and query: one object of texts and numbers, and nothing wrong with any of them. */
function isFlatAndClean(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) return false
    if (typeof child === 'string' && textProblem(child) !== undefined) return false
  }
  return true
}

/**
 * What no request may contain, wherever it stands: texts that no database can keep, and depth that only serves to break
 * things. Walks without recursion.
 *
 * @returns the texts that are no texts
 * @throws ServiceError `bad_request` for depth
 */
function textProblems(value: unknown): ErrorDetail[] {
  if (isFlatAndClean(value)) return []
  const details: ErrorDetail[] = []
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let item = open.pop(); item; item = open.pop()) {
    if (typeof item.value === 'string') {
      const message = textProblem(item.value)
      if (message) details.push({ path: item.path, message })
    } else if (typeof item.value === 'object' && item.value !== null) {
      if (item.depth === deepest) {
        throw new ServiceError('bad_request', `The body is nested deeper than ${deepest} levels.`)
      }
      for (const [key, child] of Object.entries(item.value)) {
        const path = item.path === '' ? key : `${item.path}.${key}`
        open.push({ value: child, path: path.slice(0, 100), depth: item.depth + 1 })
      }
    }
    if (details.length === limits.errorDetails) break
  }
  return details
}

/** The result for a query or body: its value in the form that the schema asks for, or the refusal. */
export type Checked<Value> =
  | { value: Value; problem?: undefined }
  | { value?: undefined; problem: ServiceError }

/**
 * Checks a query or body.
 *
 * @returns the value, or a ServiceError `validation_error` with every bad field
 * @throws ServiceError `bad_request` for absurd depth
 */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  const { problem } = checkTexts(value)
  if (problem) return { problem }
  const result = validate(schema, value)
  return result.ok ? { value: result.value } : { problem: invalid(result.details) }
}

/** Checks the body of an operation that has no schema for it: only what no body may hold is refused. */
export function checkTexts(value: unknown): Checked<unknown> {
  const details = textProblems(value)
  return details.length > 0 ? { problem: invalid(details) } : { value }
}

/**
 * A query or body in the form that its schema asks for.
 *
 * @throws ServiceError `validation_error` with every bad field; `bad_request` for absurd depth
 */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const { value: read, problem } = checkInput(schema, value)
  if (problem) throw problem
  return read
}
