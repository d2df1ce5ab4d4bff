import { useState } from 'preact/hooks'

/**
 * Something that the user starts: busy while it runs, with its error when it failed.
 *
 * @template {unknown[]} Args
 * @template T
 * @param {(...args: Args) => Promise<T>} act
 */
export function useAction(act) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(/** @type {unknown} */ (undefined))
  /** @param {Args} args @returns {Promise<T | undefined>} */
  const run = async (...args) => {
    setBusy(true)
    setError(undefined)
    try {
      return await act(...args)
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, error }
}
