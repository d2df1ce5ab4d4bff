import { setImmediate } from '../timers.ts'
import type { EngineTime } from './time.ts'

/** Turns of the event loop in which nothing new must come up before time goes on: a write takes three. */
const quietTurns = 6

/** Time that a test moves. What takes real time (queries) takes that much virtual time too. */
export class VirtualTime implements EngineTime {
  #now = 0
  #order = 0
  #changes = 0
  readonly #waiting = new Map<number, { at: number; callback: () => void }>()
  readonly #began = performance.now()

  get now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const order = this.#order++
    this.#changes += 1
    this.#waiting.set(order, { at: this.#now + ms, callback })
    return () => void this.#waiting.delete(order)
  }

  elapsed(): number {
    return this.#now + performance.now() - this.#began
  }

  /** Goes on to `until`, from one callback to the next, and lets everything end that each of them begins. */
  async goTo(until: number): Promise<void> {
    for (;;) {
      await this.#quiet()
      let next: [number, { at: number; callback: () => void }] | undefined
      for (const entry of this.#waiting) {
        if (entry[1].at <= until && (!next || entry[1].at < next[1].at)) next = entry
      }
      if (!next) break
      const at = next[1].at
      this.#now = Math.max(this.#now, at)
      // All of that moment: they were waiting for the same thing.
      for (const [order, one] of this.#waiting) {
        if (one.at > at) continue
        this.#waiting.delete(order)
        one.callback()
      }
    }
    this.#now = until
  }

  async #quiet(): Promise<void> {
    for (let turns = 0, seen = this.#changes; turns < quietTurns; turns += 1) {
      await new Promise<void>((resolve) => void setImmediate(resolve))
      if (seen !== this.#changes) turns = 0
      seen = this.#changes
    }
  }
}
