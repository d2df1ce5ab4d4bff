import type * as z from 'zod/mini'
import type { ErrorDetail } from './error-body.ts'

/** What {@link validate} found: the parsed value, or what was wrong and where. */
export type Validated<T> = { ok: true; value: T } | { ok: false; details: ErrorDetail[] }

const typeName = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

/** Says what is wrong in words that follow the field's name: `amount` + "is required". */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}, not ${typeName(issue.input)}`
    case 'invalid_value':
      return issue.input === undefined
        ? `is required: one of ${issue.values.map(String).join(', ')}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'has a form that is not allowed here'
    default:
      return undefined
  }
}

/**
 * Parses a value with a schema and, where it fails, names every bad field with words that a person can act on. Server
 * and client both use it, so a mistake reads the same on either side.
 *
 * @param schema any schema of this package
 * @param value the value as it came (parsed JSON, a query record)
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Validated<z.output<Schema>> {
  const result = schema.safeParse(value, { error: describe })
  if (result.success) return { ok: true, value: result.data }
  const details = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field here' }))
      : [{ path: path.join('.'), message: issue.message }]
  })
  return { ok: false, details }
}
