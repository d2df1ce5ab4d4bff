import * as z from 'zod/mini'

/**
 * A known value of an open set: editors complete the known ones, yet a value that a later version of the service
 * adds still has this type.
 */
export type Open<Known extends string> = Known | (string & {})

/**
 * The static type of a response: what is known by name, without the index signature that lets unknown fields pass at
 * run time. A misspelt field is a type error instead of `unknown`. What is a record by intent stays one.
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

// Before anything else: `string & {}` is an object type to the compiler, and mapping it would take the string away.
type Primitive = string | number | bigint | boolean | null | undefined

/**
 * A string of an open set (spec 2: "full list … not shown"): known values are typed and documented, unknown ones pass.
 * The metadata makes it `anyOf: [enum, string]` in JSON Schema, which generators read as an open enum.
 */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  const anyOf = [{ type: 'string', enum: values }, { type: 'string' }]
  return z.string().check(z.meta({ anyOf })) as unknown as z.ZodMiniType<
    Open<Values[number]>,
    Open<Values[number]>
  >
}

/** A field that has no value yet: `null`, never absent in the parsed result, tolerated when absent on the wire. */
export function nullable<Schema extends z.core.SomeType>(schema: Schema) {
  return z._default(z.nullable(schema), null)
}
