import { randomBytes, randomUUID } from 'node:crypto'

/**
 * Everything that is not a function of its input: time, ids, randomness. It is handed down from `start/`, so a
 * virtual clock and repeatable runs need no special cases.
 */
export interface Runtime {
  clock: Clock
  /** A new UUID v4. */
  uuid(): string
  /** `size` unpredictable bytes, for keys and secrets. */
  bytes(size: number): Uint8Array
}

/** The virtual clock. All times are milliseconds since 1970 in UTC. */
export interface Clock {
  /** The virtual now: created-at times, due times, idempotency expiry and rate-limit windows go by it. */
  now(): number
  /** The machine's now: time-outs and claim leases go by it. */
  real(): number
  /** `manual`: the virtual now stands still until it is advanced. */
  readonly mode: 'real' | 'manual'
}

/** The runtime of a real run: ids and bytes come from the operating system. */
export function createRuntime(options: { clock: Clock }): Runtime {
  return { clock: options.clock, uuid: () => randomUUID(), bytes: (size) => randomBytes(size) }
}
