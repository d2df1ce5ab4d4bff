import type { DeliveryFaultInput, Fault, FaultInput } from '@svc/control'
import { apiPrefix, webhookAliasPrefix } from '@svc/models'
import { pathOf, type PathPattern, pathPattern } from './path-pattern.ts'

/** What a fault of the API looks at. */
export interface FaultSubject {
  method: string
  /** Request target, with or without query. */
  path: string
  property_id: string | undefined
}

/** What a fault of deliveries looks at. */
export interface FaultedDelivery {
  endpoint_id: string
  event_type: string
  property_id: string
}

/** A fault of the API as it is applied. */
export type ApiFault = Extract<Fault, { when: 'before' | 'after' }>
type DeliveryFault = Extract<Fault, { when: 'delivery' }>

/**
 * The faults of one node, in the order in which they were set; the first that matches applies. They live in memory: a
 * restart clears them, and each node of a PostgreSQL set-up has its own.
 */
export class FaultStore {
  readonly #uuid: () => string
  readonly #faults = new Map<string, { fault: Fault; path: PathPattern | undefined }>()

  constructor(options: { uuid: () => string }) {
    this.#uuid = options.uuid
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  add(input: FaultInput | DeliveryFaultInput): Fault {
    const fault: Fault = { ...input, id: this.#uuid(), remaining: input.times ?? null, applied: 0 }
    this.#set(fault)
    return { ...fault }
  }

  /** Replaces all faults by these, with their counts. */
  replace(faults: readonly Fault[]): void {
    this.#faults.clear()
    for (const fault of faults) this.#set({ ...fault })
  }

  list(): Fault[] {
    return [...this.#faults.values()].map(({ fault }) => ({ ...fault }))
  }

  /** Whether there was one of this id. */
  remove(id: string): boolean {
    return this.#faults.delete(id)
  }

  clear(): void {
    this.#faults.clear()
  }

  #set(fault: Fault): void {
    const path = fault.when !== 'delivery' && fault.match?.path ? pathPattern(fault.match.path) : undefined
    this.#faults.set(fault.id, { fault, path })
  }

  /**
   * The fault that applies to this request now, counted as applied. Counting needs no lock: it happens within one turn
   * of the event loop, so `times: 1` breaks exactly one of two simultaneous requests.
   */
  take(when: 'before' | 'after', subject: FaultSubject): ApiFault | undefined {
    for (const { fault, path } of this.#faults.values()) {
      if (fault.when !== when || fault.remaining === 0) continue
      const { match } = fault
      if (match?.method && match.method.toUpperCase() !== subject.method.toUpperCase()) continue
      if (match?.property_id && match.property_id !== subject.property_id) continue
      if (path && !namesOf(pathOf(subject.path)).some((name) => path.test(name))) continue
      count(fault)
      return fault
    }
    return undefined
  }

  /** The answer that a fault gives in place of the receiver of this delivery; null: make the real attempt. */
  answerFor(delivery: FaultedDelivery): DeliveryFault['action'] | null {
    for (const { fault } of this.#faults.values()) {
      if (fault.when !== 'delivery' || fault.remaining === 0) continue
      const { match } = fault
      if (match?.endpoint_id && match.endpoint_id !== delivery.endpoint_id) continue
      if (match?.event_type && match.event_type !== delivery.event_type) continue
      if (match?.property_id && match.property_id !== delivery.property_id) continue
      count(fault)
      return fault.action
    }
    return null
  }
}

/** A path and the other name of the same route: webhooks are also served without `/api/v1` (D1). */
function namesOf(path: string): string[] {
  const [whole, short] = [`${apiPrefix}/webhooks`, `${webhookAliasPrefix}/webhooks`]
  const isBelow = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  if (isBelow(whole)) return [path, short + path.slice(whole.length)]
  return isBelow(short) ? [path, whole + path.slice(short.length)] : [path]
}

/** A used up fault stays listed, so a test can see how often it applied. */
function count(fault: Fault): void {
  fault.applied += 1
  if (fault.remaining !== null) fault.remaining -= 1
}
