import { setImmediate } from '../../src/timers.ts'
import type { EngineTime } from '../../src/delivery/time.ts'

/** Turns of the event loop in which nothing new must come up before time goes on: a write takes three. */
const quietTurns = 6

/** What passes while something is measured, in milliseconds: about what a look at a small queue takes. */
const workMs = 2

/**
 * Time that a test moves, the same in each run: work takes the same virtual time however busy the machine is. Time stands
 * still while `following` calls are in progress, or while the test says that something is.
 */
export class VirtualTime implements EngineTime {
  #now = 0
  #order = 0
  #changes = 0
  #measured = 0
  #calls = 0
  readonly #waiting = new Map<number, { at: number; callback: () => void }>()
  readonly #atWork: () => boolean

  /** @param atWork whether something goes on that ends by itself, in real time. @default never */
  constructor(atWork: () => boolean = () => false) {
    this.#atWork = atWork
  }

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
    this.#measured += 1
    return this.#now + this.#measured * workMs
  }

  /** The same object; time stands still until the promises that its methods return are settled. */
  following<Followed extends object>(followed: Followed): Followed {
    return new Proxy(followed, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...parts: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, parts)
          if (result instanceof Promise) {
            this.#calls += 1
            const end = () => void (this.#calls -= 1)
            result.then(end, end)
          }
          return result
        }
      },
    })
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
      if (seen !== this.#changes || this.#calls > 0 || this.#atWork()) turns = 0
      seen = this.#changes
    }
  }
}
