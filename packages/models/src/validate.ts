import type * as z from 'zod/mini'
import type { ErrorDetail } from './error-body.ts'
import { limits } from './limits.ts'
import { nearestWithin } from './options.ts'

/** What {@link validate} found: the parsed value, or what was wrong and where. */
export type Validated<T> =
  | {
      /** Whether the value fits. */
      ok: true
      /** What the schema makes of it. */
      value: T
    }
  | {
      /** Whether the value fits. */
      ok: false
      /** Every bad field. */
      details: ErrorDetail[]
    }

/**
 * Characters of a path that are echoed: the caller chooses the names of unknown fields, and they can be as long as the
 * body.
 */
const pathLength = 100

const typeName = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : Number.isNaN(value)
          ? 'NaN'
          : `a ${typeof value}`

const expectedNames: Record<string, string> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const unknownField = 'is not a known field here'

/**
 * What to say of each unknown field, with the one that was meant: a line each, as zod has one text for all of them. Not of
 * those that are not told (a body can have 100,000), and nothing of long names, where looking would cost more than reading
 * the body. Fewer edits than in an option are a typo: the names of a body are short and alike.
 */
function describeUnknown({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const names = Object.keys((inst as z.ZodMiniObject | undefined)?.shape ?? {})
  const line = (key: string) => {
    const meant = nearestWithin(Math.min(3, key.length / 3), key.slice(0, 40), names)
    return unknownField + (meant ? `: did you mean ${meant}?` : '')
  }
  return keys.slice(0, limits.errorDetails).map(line).join('\n')
}

const fitsNoShape = 'has a form that is not allowed here'

/** Says what is wrong in words that follow the field's name: `amount` + "is required". */
function describe(issue: z.core.$ZodRawIssue): string {
  const missing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      if (missing) return 'is required'
      return issue.expected === 'int'
        ? 'must be a whole number'
        : `must be ${expectedNames[issue.expected] ?? `a ${issue.expected}`}, not ${typeName(issue.input)}`
    case 'invalid_value': {
      const values = `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
      return missing ? `is required: ${values}` : `must be ${values}`
    }
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'unrecognized_keys':
      return describeUnknown(issue)
    default:
      return missing ? 'is required' : fitsNoShape
  }
}

/** Where no shape of a union fits: the problems of the nearest shape, which has the fewest. */
function nearest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== fitsNoShape || issue.errors.length === 0)
    return [issue]
  const problems = issue.errors.reduce((best, next) => (next.length < best.length ? next : best))
  return problems.map((problem) => ({ ...problem, path: [...issue.path, ...problem.path] }))
}

const written = (path: readonly PropertyKey[]): string => {
  const text = path.map(String).join('.')
  return text.length > pathLength ? `${text.slice(0, pathLength)}…` : text
}

/** One detail for each issue. zod puts several unknown fields into one issue: they get one detail each. */
function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: written(issue.path), message: issue.message }]
  const lines = issue.message.split('\n')
  return issue.keys.map((key, index) => ({
    path: written([...issue.path, key]),
    message: lines[index] ?? unknownField,
  }))
}

/** Refuses a schema that is none, in the words of the function that was called: two arguments are easily changed about. */
export function refuseNoSchema(of: string, schema: z.ZodMiniType): void {
  if (typeof (schema as Partial<z.ZodMiniType> | undefined)?.safeParse === 'function') return
  throw new TypeError(`${of} takes a schema first, such as paymentSchema`)
}

/** zod gathers issues with `push(...issues)`, which overflows the stack at some 100,000 of them. */
function safeParse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown) {
  try {
    return schema.safeParse(value, { error: describe })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Parses a value with a schema and, where it fails, names every bad field (the first 50 of them) with words that a
 * person can act on. Server and client both use it, so both report a mistake in the same words. No value makes it throw.
 *
 * @param schema any schema of this package
 * @param value the value as it came (parsed JSON, a query record)
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Validated<z.output<Schema>> {
  refuseNoSchema('validate', schema)
  const result = safeParse(schema, value)
  if (!result) return { ok: false, details: [{ path: '', message: 'has more problems than can be listed' }] }
  if (result.success) return { ok: true, value: result.data }
  const details = result.error.issues.flatMap(nearest).flatMap(toDetails)
  const more = details.length - limits.errorDetails
  if (more > 0) {
    // A body of 1 MiB can hold half a million problems. The answer must not be longer than the request.
    details.length = limits.errorDetails
    details.push({ path: '', message: `and ${more} more` })
  }
  return { ok: false, details }
}
