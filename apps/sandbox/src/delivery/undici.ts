import type { Client } from 'undici'

/**
 * Loads one module of undici and not its index: that one puts a process-global dispatcher in place, which would
 * change the global `fetch` of every program that embeds the sandbox. It is also half as fast to load.
 */
async function load(): Promise<typeof Client> {
  // @ts-expect-error a module of undici that has no types of its own
  const { default: client } = await (import('undici/lib/dispatcher/client.js') as Promise<{
    default: typeof Client
  }>)
  return client
}

let loaded: Promise<typeof Client> | undefined

/** undici's client of one connection, loaded at the first attempt. */
export function loadClient(): Promise<typeof Client> {
  return (loaded ??= load())
}
