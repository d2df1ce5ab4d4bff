import type * as z from 'zod/mini'

/** As much of a zod schema's insides as is needed to make a second one of the same definition. */
interface Insides {
  _zod: { def: unknown; constr: (this: object, def: unknown) => void }
}

/**
 * A schema that is built when something is first asked of it: an import of many schemas costs nothing for those that
 * nobody uses. From then on it is a schema like any other, with nothing in between.
 *
 * Calls are to be marked as pure, so that bundlers leave out the schemas that nobody imports.
 */
export function lazily<Schema extends z.core.SomeType>(make: () => Schema): Schema {
  // Until it is built it has no property of its own: whoever asks for one comes to this prototype.
  const schema: object = Object.create(
    new Proxy(Object.prototype, {
      get: (_, key) => Reflect.get(build(), key) as unknown,
      has: (_, key) => Reflect.has(build(), key),
    }),
  )
  function build(): object {
    const made = make()
    Object.setPrototypeOf(schema, Object.getPrototypeOf(made) as object)
    // zod's constructors are functions, and set up whatever they are called on. A copy would not do: what zod has in
    // closures knows the original.
    const {
      _zod: { constr, def },
    } = made as unknown as Insides
    constr.call(schema, def)
    return schema
  }
  return schema as Schema
}
