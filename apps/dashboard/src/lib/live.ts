import type { ChangeTopic } from '@svc/control'
import { useEffect } from 'react'
import { control, queries } from './control.ts'
import { session } from './session.ts'
import { createStore } from './store.ts'

/** `live`: nothing is missed. `away`: the server does not answer, and what is shown may be old. */
export type LiveState = 'connecting' | 'live' | 'away'
export const liveState = createStore<LiveState>('connecting')

/** What else to read again than what bears the name of the topic. */
const alsoTouched: Partial<Record<ChangeTopic, readonly string[]>> = {
  properties: ['first-steps'],
  requests: ['faults', 'insights', 'first-steps'],
  deliveries: ['insights', 'due', 'events', 'faults', 'first-steps'],
  bookings: ['events', 'payments', 'deliveries'],
  webhooks: ['deliveries', 'due', 'insights', 'first-steps'],
  clock: ['due', 'deliveries', 'insights'],
}

function readAgain(topics: readonly ChangeTopic[]): void {
  if (topics.includes('state')) return void queries.invalidateQueries()
  const names = new Set<unknown>(topics.flatMap((topic) => [topic, ...(alsoTouched[topic] ?? [])]))
  void queries.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

/** Follows what changes while the tab is seen, and comes back by itself after a broken connection. */
export function useLive(): void {
  const { token } = session.use()
  useEffect(() => {
    if (token === null) return undefined
    let abort = new AbortController()
    const follow = () => {
      abort.abort()
      abort = new AbortController()
      // A hidden tab holds no connection: a browser has six of them for all tabs of one address.
      if (!document.hidden) void keepFollowing(abort.signal)
    }
    document.addEventListener('visibilitychange', follow)
    follow()
    return () => {
      document.removeEventListener('visibilitychange', follow)
      abort.abort()
    }
  }, [token])
}

async function keepFollowing(signal: AbortSignal): Promise<void> {
  let waitMs = 400
  let first = true
  while (!signal.aborted) {
    try {
      for await (const { topics } of control().changes({ signal })) {
        if (signal.aborted) return
        waitMs = 400
        liveState.set('live')
        // The first line of a later connection: anything may have happened meanwhile.
        if (topics.length > 0) readAgain(topics)
        else if (!first) void queries.invalidateQueries()
        first = false
      }
    } catch {
      // Whatever broke it: the state says so, and the next round tells whether it lasts.
      first = false
    }
    if (signal.aborted) return
    liveState.set('away')
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, 5_000)
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
