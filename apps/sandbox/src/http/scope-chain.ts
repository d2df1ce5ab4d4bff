import type { FastifyInstance } from 'fastify'

/** What a scope and those around it have put down, from the outermost on: a scope of Fastify inherits from its parent. */
export function fromScopes<Entry>(
  entries: WeakMap<FastifyInstance, Entry[]>,
  scope: FastifyInstance,
): Entry[] {
  const found: Entry[] = []
  for (let at: unknown = scope; at instanceof Object; at = Object.getPrototypeOf(at)) {
    found.unshift(...(entries.get(at as FastifyInstance) ?? []))
  }
  return found
}
