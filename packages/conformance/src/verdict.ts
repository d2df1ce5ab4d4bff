import type { Exchange } from './exchange.ts'

/** A check found something wrong. */
export class Violation extends Error {
  readonly exchanges: readonly Exchange[]
  /** Checks that look at this kind of thing in general: where one of them has failed too, this follows from it. */
  after: readonly string[] = []
  /** Every answer that is wrong, where one row judges a whole run; what they have in common is its cause. */
  all: readonly Exchange[] | undefined

  constructor(message: string, ...exchanges: readonly Exchange[]) {
    super(message)
    this.exchanges = exchanges
  }
}

/**
 * A check could not look at what it is about, because something before it is wrong, which the check `from` is about.
 * Where that one has failed, this is no finding of its own.
 */
export class Follows extends Violation {
  readonly from: string

  constructor(from: string, message: string, ...exchanges: readonly Exchange[]) {
    super(message, ...exchanges)
    this.from = from
  }
}

/** A check has nothing to work on; the message says what would let it run. */
export class Skip extends Error {}

/** Runs a part for each item and reports all failures together. @throws Violation, with the exchanges of the first three */
export async function each<T>(items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
  const violations: Violation[] = []
  let follows: Follows | undefined
  for (const item of items) {
    try {
      await run(item)
    } catch (error) {
      if (error instanceof Follows) follows ??= error
      else if (error instanceof Violation) violations.push(error)
      else throw error
    }
  }
  if (violations.length > 0) {
    const words = [...new Set(violations.map(({ message }) => message))]
    const exchanges = violations.flatMap((violation) => violation.exchanges).slice(0, 3)
    const all = new Violation(words.join('; '), ...exchanges)
    all.after = violations.flatMap(({ after }) => after)
    throw all
  }
  if (follows) throw follows
}
