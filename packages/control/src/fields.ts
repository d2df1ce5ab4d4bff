import * as z from 'zod/mini'

/** A text with at least one and at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(max, `must have at most ${max} characters`))

/** Seconds of virtual time, from 0 to `max`; `tooMany` is the message beyond it. */
export const seconds = (max: number, tooMany: string) =>
  z.number().check(z.gte(0, 'must not be negative'), z.lte(max, tooMany))

/** `true` or `false` in a query string; callers of the client give a boolean. */
export const flag = () =>
  z.pipe(
    z.pipe(
      z.union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false'),
      z.transform((value) => value === true || value === 'true'),
    ),
    z.boolean(),
  )

/** What a caller may pass as query: the fields of the parsed query, all of them optional. */
export type QueryInput<Schema extends z.ZodMiniType> = {
  [Name in keyof z.output<Schema>]?: z.output<Schema>[Name] | undefined
}
