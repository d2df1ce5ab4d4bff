import type { LoggedRequest, RequestQuery } from '@svc/control'
import { createSubscribers } from '../subscribers.ts'
import { pathOf, pathPattern } from './path-pattern.ts'

/** What the filters of a query look at. */
type Filtered = Pick<
  LoggedRequest,
  'method' | 'path' | 'status' | 'property_id' | 'api_key_id' | 'idempotency_key' | 'ms'
>

/** A request as the log holds it. */
export interface HeldRequest extends Filtered {
  /** When it was answered, in virtual milliseconds since 1970. */
  readonly time: number
  /** What it costs in memory, roughly, in characters. */
  readonly size: number
  /** Whether its id, path, idempotency key or a body holds this text, which is in lower case. */
  mentions(text: string): boolean
  /** The entry for readers, without secrets. */
  write(): LoggedRequest
}

export interface RequestLogOptions {
  /** Requests that are kept. @default 1000 */
  maxEntries?: number
  /** Characters of bodies and headers that are kept over all entries. @default 16 MiB */
  maxCharacters?: number
}

/**
 * The last requests of this node, newest last, in memory. Bounded by number and by size, so that a load test cannot
 * fill it beyond a fixed cost; what is pushed out is gone.
 */
export class RequestLog {
  readonly #maxEntries: number
  readonly #maxCharacters: number
  readonly #subscribers = createSubscribers<[entry: HeldRequest]>()
  #entries: HeldRequest[] = []
  /** Index of the oldest entry: shifting an array for every request would cost its length. */
  #start = 0
  #characters = 0

  constructor(options: RequestLogOptions = {}) {
    this.#maxEntries = options.maxEntries ?? 1_000
    this.#maxCharacters = options.maxCharacters ?? 16 * 1_048_576
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  add(entry: HeldRequest): void {
    this.#entries.push(entry)
    this.#characters += entry.size
    while (this.size > this.#maxEntries || (this.#characters > this.#maxCharacters && this.size > 1)) {
      this.#characters -= this.#entries[this.#start]!.size
      this.#start += 1
    }
    if (this.#start > this.#maxEntries) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
    if (this.#subscribers.size > 0) this.#subscribers.tell(entry)
  }

  /** The newest entries that match, newest first. */
  list(query: RequestQuery = {}): LoggedRequest[] {
    const matches = requestFilter(query)
    const limit = query.limit ?? 100
    const found: LoggedRequest[] = []
    for (let index = this.#entries.length - 1; index >= this.#start && found.length < limit; index -= 1) {
      const entry = this.#entries[index]!
      if (matches(entry)) found.push(entry.write())
    }
    return found
  }

  /** What is held, oldest first, as it is held. */
  held(): readonly HeldRequest[] {
    return this.#entries.slice(this.#start)
  }

  /** Forgets what was answered before that time, in virtual milliseconds since 1970. @returns how many */
  removeBefore(time: number): number {
    const before = this.size
    // In order of time, as virtual time never goes back.
    while (this.size > 0 && this.#entries[this.#start]!.time < time) {
      this.#characters -= this.#entries[this.#start]!.size
      this.#start += 1
    }
    // A copy: what is only skipped would still be held in memory.
    this.#entries = this.#entries.slice(this.#start)
    this.#start = 0
    return before - this.size
  }

  clear(): void {
    this.#entries = []
    this.#start = 0
    this.#characters = 0
  }

  /** Hears every entry from now on. Returns a function that stops listening. */
  listen(heard: (entry: HeldRequest) => void): () => void {
    return this.#subscribers.add(heard)
  }
}

/** Whether an entry matches the filters of a query; `path` may be a pattern with `*` and `**`. */
export function requestFilter(query: RequestQuery): (entry: HeldRequest) => boolean {
  const path = query.path === undefined ? undefined : pathPattern(anywhere(query.path))
  const method = query.method?.toUpperCase()
  const search = query.search?.toLowerCase()
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (path === undefined || path.test(pathOf(entry.path))) &&
    (query.status === undefined || isOf(query.status, entry.status)) &&
    (query.property_id === undefined || entry.property_id === query.property_id) &&
    (query.api_key_id === undefined || entry.api_key_id === query.api_key_id) &&
    (query.idempotency_key === undefined || entry.idempotency_key === query.idempotency_key) &&
    (search === undefined || entry.mentions(search))
}

/** A part of a path is a pattern too: it may stand anywhere. */
const anywhere = (path: string): string => (/^[/*]/.test(path) ? path : `**${path}**`)

const isOf = (asked: number | string, status: number): boolean =>
  typeof asked === 'number' ? status === asked : String(status).startsWith(asked.slice(0, 1))
