import { keepNewest } from '../keep-newest.ts'

/** A webhook URL in the parts that an attempt needs. */
export interface Target {
  /** Scheme, host and port. */
  origin: string
  /** Host, with the port where it is not that of the scheme. */
  host: string
  /** Path and query, as they are sent. */
  path: string
  secure: boolean
}

/** URLs that are kept taken apart, the most recently new: an endpoint has one, and attempts are made again and again. */
const maxTargets = 1_000

/** Takes URLs apart, each once. The result throws a TypeError for what is no URL. */
export function createTargets(): (url: string) => Target {
  const targets = new Map<string, Target>()
  return (text) => {
    const known = targets.get(text)
    if (known) return known
    const { origin, host, pathname, search, protocol } = new URL(text)
    const target: Target = { origin, host, path: pathname + search, secure: protocol === 'https:' }
    targets.set(text, target)
    keepNewest(targets, maxTargets)
    return target
  }
}
