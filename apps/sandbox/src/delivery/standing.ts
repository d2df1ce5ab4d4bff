/**
 * Attempts at once to an endpoint of good standing, without further conditions. More would bring nothing to
 * receivers that are quick: what is in progress at once then only waits for this node's own event loop.
 */
export const usualWindow = 8
/** From so many attempts in a row that took all of their time on, an endpoint is probed. */
const hungInARow = 3
/** A delivery that has waited for so long, in milliseconds, gets a connection beyond the window. */
const lateMs = 250
/** How often the window doubles at most while deliveries are late, in milliseconds. */
const widenEveryMs = 50
/** The same while a backlog is being worked off: it must not fall upon a receiver that has just come back. */
const widenBacklogEveryMs = 1_000

/**
 * What an endpoint is known for: `new`: nothing yet, or too little. `steady`: it answers in time. `hung`: several
 * attempts in a row took all of their time; it is probed with one at a time. `recovering`: a probe has ended in time,
 * and what has piled up follows at a growing pace.
 */
export type StandingName = 'new' | 'steady' | 'hung' | 'recovering'

/** How many attempts an endpoint may have under way, learnt from how its attempts end. */
export class Standing {
  #name: StandingName = 'new'
  #window: number
  #hungInARow = 0
  #answered = false
  #widenedAt = Number.NEGATIVE_INFINITY

  /** @param window attempts at once while nothing is known of the endpoint */
  constructor(window: number) {
    this.#window = window
  }

  get name(): StandingName {
    return this.#name
  }

  get window(): number {
    return this.#window
  }

  /** @param hung it took all of its time; every other end, a refusal too, is an end in time */
  ended(hung: boolean): void {
    if (hung) {
      this.#hungInARow += 1
      if (this.#hungInARow < hungInARow && this.#name !== 'recovering') return
      this.#name = 'hung'
      this.#window = 1
      return
    }
    this.#hungInARow = 0
    this.#answered = true
    if (this.#name === 'hung') {
      this.#name = 'recovering'
      this.#window = 2
      return
    }
    if (this.#window < usualWindow) this.#window += 1
  }

  /** Nothing waits any more. */
  drained(): void {
    if (this.#window > usualWindow) this.#window = usualWindow
    if (this.#answered && this.#name !== 'hung') this.#name = 'steady'
  }

  /**
   * Something waits although the window is full. An endpoint that is slow gets more connections, so that what is sent to
   * it leaves within a second all the same.
   *
   * @param waitedMs how long its first delivery has waited
   * @param now real milliseconds
   */
  late(waitedMs: number, now: number): void {
    if (!this.#answered || this.#window < usualWindow || waitedMs < lateMs) return
    if (now - this.#widenedAt < (this.#name === 'steady' ? widenEveryMs : widenBacklogEveryMs)) return
    this.#window *= 2
    this.#widenedAt = now
  }
}
