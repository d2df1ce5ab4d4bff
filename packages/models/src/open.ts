import { $constructor } from 'zod/v4/core'
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

/** A schema that takes `null`, and an absent value for `null`. */
export interface NullableField<Schema extends z.core.SomeType> extends z.ZodMiniType<
  z.core.output<Schema> | null,
  z.core.input<Schema> | null | undefined,
  z.core.$ZodTypeInternals<z.core.output<Schema> | null, z.core.input<Schema> | null | undefined> & {
    def: z.core.$ZodNullableDef<Schema>
    optin: 'defaulted'
  }
> {}

// One type of ours in place of two of zod (`nullable` in `default`), which are a twelfth of the bundle of a payment.
const NullableField = /* @__PURE__ */ $constructor<NullableField<z.core.SomeType>>(
  'ZodMiniNullable',
  (schema, def) => {
    const base: z.core.$constructor<z.ZodMiniType> = z.ZodMiniType
    base.init(schema, def)
    const { _zod: insides } = schema
    const { _zod: inner } = def.innerType
    insides.optin = 'defaulted'
    insides.parse = (payload, context) => {
      payload.value ??= null
      return payload.value === null ? payload : inner.run(payload, context)
    }
  },
)

/** A field that has no value yet: `null`, never absent in the parsed result, tolerated when absent on the wire. */
export function nullable<Schema extends z.core.SomeType>(innerType: Schema): NullableField<Schema> {
  return new NullableField({ type: 'nullable', innerType }) as NullableField<Schema>
}
