import type { LoggedRequest, RequestQuery } from '@svc/control'
import { useEffect, useState } from 'react'
import { pause } from './live.ts'
import { useControl } from './use-control.ts'

/** Requests that the page holds: all that the server keeps, and bounded while a load test runs. */
const maxShown = 1_000

/** The request log, newest first, growing as requests happen. */
export function useRequestLog(query: RequestQuery) {
  const control = useControl()
  const key = JSON.stringify(query)
  const [entries, setEntries] = useState<LoggedRequest[]>()
  const [error, setError] = useState<unknown>()
  const [live, setLive] = useState(false)
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const asked = JSON.parse(key) as RequestQuery
    setEntries(undefined)
    setError(undefined)

    // Many requests may come between two frames: they are drawn together.
    let fresh: LoggedRequest[] = []
    let frame = 0
    const draw = () => {
      frame = 0
      const arrived = fresh
      fresh = []
      if (!signal.aborted) setEntries((before) => merge(arrived, before ?? []))
    }
    const load = async () => {
      try {
        const found = await control.requests.list({ ...asked, limit: maxShown })
        if (signal.aborted) return
        setEntries((before) => merge(found, before ?? []))
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
    }
    const follow = async () => {
      for (let waitMs = 400; !signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
        try {
          const stream = control.requests.follow({ ...asked, signal })
          const first = stream.next()
          setLive(true)
          // At once, and after every connection: so that nothing between list and stream is missed.
          void load()
          for (let step = await first; !step.done; step = await stream.next()) {
            fresh.unshift(step.value)
            if (fresh.length > maxShown) fresh.length = maxShown
            frame ||= requestAnimationFrame(draw)
          }
        } catch {
          // Whatever broke it: the state says so, and the next round tells whether it lasts.
        }
        if (signal.aborted) return
        setLive(false)
        await pause(waitMs, signal)
      }
    }
    void follow()
    return () => {
      abort.abort()
      cancelAnimationFrame(frame)
      setLive(false)
    }
    // The control of a property is made anew for each drawing; the query names the property.
  }, [key, turn])

  return {
    entries,
    error,
    live,
    retry: () => setTurn((before) => before + 1),
    forget: () => setEntries([]),
  }
}

/** Both lists as one, newest first, each request once. */
function merge(newer: readonly LoggedRequest[], older: readonly LoggedRequest[]): LoggedRequest[] {
  const known = new Set(newer.map(({ id }) => id))
  const all = [...newer, ...older.filter(({ id }) => !known.has(id))]
  // By time, as a list that was asked for again may hold older requests than the stream has brought since.
  return all.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, maxShown)
}
