import type * as Undici from 'undici'

let all: Promise<typeof Undici> | undefined

/** undici, loaded at the first call: importing this client opens nothing and costs no time. By its public name alone. */
export function loadUndici(): Promise<typeof Undici> {
  return (all ??= importAll())
}

/**
 * Loading all of undici installs a process-global dispatcher where there is none, and lets the global `fetch` go through
 * it. So Node's own comes first: reading one of its classes loads it (40 ms once in a process, less where `fetch` was
 * used). What undici has put in front of it for an older `fetch` (Node 22 and 24) is taken away again.
 */
async function importAll(): Promise<typeof Undici> {
  void globalThis.Response
  const before: unknown = Reflect.get(globalThis, ofNode)
  const undici = await importIt()
  if (before !== undefined) Reflect.set(globalThis, ofNode, before)
  return undici
}

/** Bun has a stand-in of its own under the name, whose agents can send nothing. The package's main file is the real one. */
async function importIt(): Promise<typeof Undici> {
  const undici = await import('undici')
  return typeof undici.Agent.prototype.dispatch === 'function' ? undici : import('undici/index.js')
}

const ofNode = Symbol.for('undici.globalDispatcher.1')
