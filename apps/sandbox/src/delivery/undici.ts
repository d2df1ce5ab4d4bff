import type { Client, Dispatcher } from 'undici'

/** What an attempt needs of undici. */
export interface Undici {
  Client: typeof Client
  /** `undici.request` without a default dispatcher: `this` is whom it dispatches through. */
  request: (
    this: Pick<Dispatcher, 'dispatch'>,
    options: Dispatcher.RequestOptions,
  ) => Promise<Dispatcher.ResponseData>
}

/**
 * Loads two modules of undici and not its index: that one puts a process-global dispatcher in place, which would
 * change the global `fetch` of every program that embeds the sandbox. It is also half as fast to load.
 */
async function load(): Promise<Undici> {
  const [client, request] = await Promise.all([
    // @ts-expect-error a module of undici that has no types of its own
    import('undici/lib/dispatcher/client.js') as Promise<{ default: Undici['Client'] }>,
    // @ts-expect-error a module of undici that has no types of its own
    import('undici/lib/api/api-request.js') as Promise<{ default: Undici['request'] }>,
  ])
  return { Client: client.default, request: request.default }
}

let loaded: Promise<Undici> | undefined

/** undici, loaded at the first attempt. */
export function loadUndici(): Promise<Undici> {
  return (loaded ??= load())
}
