import { $constructor } from 'zod/v4/core'
import * as z from 'zod/mini'
import { documented } from './documented.ts'

/** The message for a wrong value. For a missing value it gives none: `validate` then says "is required". */
const wrong = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? undefined : message

/** A UUID of any version, in lower case. Upper case is accepted and folded, so one thing has one id. */
export const uuid = () => z.guid({ error: wrong('must be a UUID') }).check(z.toLowerCase())

/**
 * A calendar date `YYYY-MM-DD` that exists (no 30 February). A failure ends the checks, so only real dates are
 * compared. It is what `z.iso.date()` makes, of which bundlers keep all of `z.iso`.
 */
export const isoDate = () =>
  new z.ZodMiniISODate({
    type: 'string',
    check: 'string_format',
    format: 'date',
    error: wrong('must be a calendar date written YYYY-MM-DD'),
    abort: true,
  })

/** What `z.iso.datetime({ offset: true })` takes. */
export const timestampPattern =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * An ISO 8601 timestamp. The service writes UTC with milliseconds; other offsets are read too. The pattern alone costs a
 * bundle less than zod's own type for it.
 */
export const timestamp = () => {
  const message = 'must be an ISO 8601 timestamp'
  return z
    .string({ error: wrong(message) })
    .check(z.regex(timestampPattern, message), documented({ format: 'date-time' }))
}

/** An amount of a booking: an integer in minor units of the property's currency (52000 is 520.00). */
export const minorUnits = () =>
  z.int({ error: wrong('must be an integer in minor units') }).check(documented({ format: 'int64' }))

// Digits are read by zod's integer itself. A union, two pipes and a transform around it would be 2.5 KB of every bundle.
const WholeNumber = /* @__PURE__ */ $constructor<z.ZodMiniNumberFormat>('WholeNumber', (schema, def) => {
  const base: z.core.$constructor<z.ZodMiniNumberFormat> = z.ZodMiniNumberFormat
  base.init(schema, def)
  const { _zod: insides } = schema
  const { parse } = insides
  insides.parse = (payload, context) => {
    const { value } = payload as { value: unknown }
    if (typeof value === 'string') {
      if (/^\d+$/.test(value)) payload.value = Number(value)
      // A wrong text ends the checks of its own field, not those of the fields beside it: all that is wrong is told at once.
      else {
        payload.aborted = true
        payload.issues.push({
          code: 'invalid_type',
          expected: 'number',
          input: value,
          inst: schema,
          continue: true,
        })
        return payload
      }
    }
    return parse(payload, context)
  }
})

/**
 * A whole number in a query string. Callers may pass a number; on the wire it is a run of decimal digits and nothing
 * else (`1e2`, ` 5` and the empty string are refused).
 */
export const wholeNumber = ({
  min,
  max = Number.MAX_SAFE_INTEGER,
}: {
  min: number
  max?: number
}): z.ZodMiniType<number, number | string> => {
  const tooBig = `must be at most ${max}`
  const schema = new WholeNumber({
    type: 'number',
    check: 'number_format',
    format: 'safeint',
    // `too_big` here: beyond what a number holds exactly.
    error: (issue: { code: string }) => (issue.code === 'too_big' ? tooBig : 'must be a whole number'),
    abort: true,
  })
  return schema.check(
    z.gte(min, `must be at least ${min}`),
    z.lte(max, tooBig),
  ) as z.ZodMiniType as z.ZodMiniType<number, number | string>
}

/** For documents: no text may have U+0000 (D4). The server checks it for every text of a request at once. */
export const withoutNul = () => documented({ pattern: '^[^\\u0000]*$' })
