import type * as z from 'zod/mini'

/** As much of zod's registry as is needed to write into it. */
interface Registry {
  get(schema: object): object | undefined
  add(schema: object, facts: object): unknown
}

/**
 * Words and facts about a field, for documents: no rule. It does what `describe` and `meta` of zod do, which would put the
 * registry into every bundle. Here it is written to where something is loaded that reads it.
 *
 * @param facts a description, or fields of a JSON Schema
 */
export function documented<T>(facts: string | Readonly<Record<string, unknown>>): z.core.$ZodCheck<T> {
  const added = typeof facts === 'string' ? { description: facts } : facts
  const check = {
    _zod: {
      def: { check: 'meta' },
      onattach: [
        (schema: object) => {
          const { __zod_globalRegistry: registry } = globalThis as { __zod_globalRegistry?: Registry }
          registry?.add(schema, { ...registry.get(schema), ...added })
        },
      ],
      check: () => undefined,
    },
  }
  return check
}
