import { useEffect, useState } from 'preact/hooks'
import { call, queryOf } from './api.js'
import { followRequests } from './live-requests.js'

/** @typedef {import('@svc/control').LoggedRequest} LoggedRequest */

/** Requests that the page holds: enough to scroll through, and bounded while a load test runs. */
const maxShown = 300

/**
 * The request log, newest first, growing as requests happen.
 *
 * @param {string} filter query string of the server's filters, with its question mark, or empty
 */
export function useRequestLog(filter) {
  const [entries, setEntries] = useState(/** @type {LoggedRequest[] | undefined} */ (undefined))
  const [error, setError] = useState(/** @type {unknown} */ (undefined))
  const [live, setLive] = useState(false)
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setEntries(undefined)
    setError(undefined)

    // Many requests may come between two frames: they are drawn together.
    /** @type {LoggedRequest[]} */
    let fresh = []
    let frame = 0
    const draw = () => {
      frame = 0
      const arrived = fresh
      fresh = []
      if (!signal.aborted) setEntries((before) => merge(arrived, before ?? []))
    }
    const load = async () => {
      const list = `/requests${filter}${filter === '' ? '?' : '&'}${queryOf({ limit: maxShown }).slice(1)}`
      try {
        /** @type {LoggedRequest[]} */
        const found = await call(list, { signal })
        setEntries((before) => merge(found, before ?? []))
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
    }
    // At once, and after every (re)connection: so that nothing between list and stream is missed.
    void load()
    void followRequests(filter, {
      signal,
      onState(connected) {
        setLive(connected)
        if (connected) void load()
      },
      onRequest(entry) {
        fresh.unshift(entry)
        if (fresh.length > maxShown) fresh.length = maxShown
        frame ||= requestAnimationFrame(draw)
      },
    })
    return () => {
      controller.abort()
      cancelAnimationFrame(frame)
      setLive(false)
    }
  }, [filter, turn])

  return { entries, error, live, retry: () => setTurn((before) => before + 1), forget: () => setEntries([]) }
}

/** Both lists as one, newest first, each request once. @param {LoggedRequest[]} newer @param {LoggedRequest[]} older */
function merge(newer, older) {
  const known = new Set(newer.map(({ id }) => id))
  const all = [...newer, ...older.filter(({ id }) => !known.has(id))]
  // By time, as a list that was asked for again may hold older requests than the stream has brought since.
  return all.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, maxShown)
}
