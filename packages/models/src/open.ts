import * as z from 'zod/mini'
import { documented } from './documented.ts'

/**
 * A value of an open set: editors complete the known values, and a value that a later version of the service adds
 * has this type too.
 */
export type Open<Known extends string> = Known | (string & {})

/**
 * The static type of a response: what is known by name, without the index signature that lets unknown fields pass at
 * run time. A misspelt field is a type error instead of `unknown`. A type that is meant as a record stays one.
 */
export type Named<T> = T extends Primitive
  ? T
  : unknown extends T
    ? T
    : T extends readonly (infer Item)[]
      ? Named<Item>[]
      : [KnownKey<T>] extends [never]
        ? T
        : { [Key in keyof T as string extends Key ? never : Key]: Named<T[Key]> }

/** The keys of a type that are not its index signature's. */
type KnownKey<T> = keyof { [Key in keyof T as string extends Key ? never : Key]: true }

// This comes first: `string & {}` is an object type to the compiler, and mapping it would lose the string.
type Primitive = string | number | bigint | boolean | null | undefined

/**
 * A string of an open set, whose full list is not public: known values are typed and documented, unknown ones pass.
 * The metadata makes it `anyOf: [enum, string]` in JSON Schema, which generators read as an open enum.
 */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  const anyOf = [{ type: 'string', enum: values }, { type: 'string' }]
  return z.string().check(documented({ anyOf })) as unknown as z.ZodMiniType<
    Open<Values[number]>,
    Open<Values[number]>
  >
}

/** A field that has no value yet: `null`, never absent in the parsed result, tolerated when absent on the wire. */
export function nullable<Schema extends z.core.SomeType>(
  schema: Schema,
): z.ZodMiniDefault<z.ZodMiniNullable<Schema>> {
  // What `z._default` makes. That one can copy defaults of any form, which costs bytes.
  const made: unknown = new z.ZodMiniDefault({
    type: 'default',
    innerType: z.nullable(schema),
    defaultValue: null,
  })
  return made as z.ZodMiniDefault<z.ZodMiniNullable<Schema>>
}
