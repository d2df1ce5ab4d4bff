import { createParser } from 'eventsource-parser'
import { send } from './api.js'
import { session } from './session.js'

/** @typedef {import('@svc/control').LoggedRequest} LoggedRequest */

/**
 * Hears every request that the sandbox handles from now on, and comes back by itself after a broken connection.
 * `EventSource` cannot send the admin token, so the stream of server-sent events is one of `fetch`.
 *
 * @param {string} query with its question mark, or empty
 * @param {{ onRequest(entry: LoggedRequest): void, onState(live: boolean): void, signal: AbortSignal }} options `onState(true)`: from here on nothing is missed
 */
export async function followRequests(query, { onRequest, onState, signal }) {
  let waitMs = 500
  while (!signal.aborted && session.get().token !== null) {
    try {
      const response = await send(`/requests/stream${query}`, { signal, accept: 'text/event-stream' })
      if (!response.body) throw new TypeError('The stream has no body.')
      onState(true)
      waitMs = 500
      await readEvents(response.body, (event, data) => {
        if (event === 'request') onRequest(JSON.parse(data))
      })
    } catch {
      // Whatever broke it: the state says so, and the next round tells whether it lasts.
    }
    if (signal.aborted) return
    onState(false)
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, 8_000)
  }
}

/** @param {ReadableStream<Uint8Array>} body @param {(event: string, data: string) => void} heard */
async function readEvents(body, heard) {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => heard(event, data) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read())
    parser.feed(decoder.decode(step.value, { stream: true }))
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
