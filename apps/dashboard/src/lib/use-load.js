import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * Loads something, again whenever `deps` change, when `reload` is called and, with `every`, as time goes by while the
 * page is in view. What was loaded for other `deps` is never shown.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {readonly unknown[]} deps
 * @param {{ every?: number }} [options] milliseconds
 * @returns {{ data: T | undefined, error: unknown, loading: boolean, reload(): void }}
 */
export function useLoad(load, deps, { every } = {}) {
  const key = JSON.stringify(deps)
  const [state, setState] = useState(/** @type {{ key: string, data?: T, error?: unknown }} */ ({ key: '' }))
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    const controller = new AbortController()
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const run = async () => {
      if (!document.hidden) {
        try {
          const data = await latest.current(controller.signal)
          if (!controller.signal.aborted) setState({ key, data })
        } catch (error) {
          if (!controller.signal.aborted) {
            // A page that showed something goes on showing it, with the error above it.
            setState((before) => (before.key === key ? { ...before, error } : { key, error }))
          }
        }
      }
      if (every !== undefined && !controller.signal.aborted) timer = setTimeout(run, every)
    }
    void run()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key, turn, every])

  const current = state.key === key ? state : { key }
  return {
    data: current.data,
    error: current.error,
    loading: current.data === undefined && current.error === undefined,
    reload: () => setTurn((before) => before + 1),
  }
}
