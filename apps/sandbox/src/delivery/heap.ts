/** A priority queue: `pop` returns the smallest item; `pop` and `push` take logarithmic time. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #order: (a: T, b: T) => number

  /** @param order negative: `a` comes first */
  constructor(order: (a: T, b: T) => number) {
    this.#order = order
  }

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#order(item, items[parent]!) >= 0) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const least = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return least
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#order(items[child + 1]!, items[child]!) < 0) child += 1
      if (this.#order(items[child]!, last) >= 0) break
      items[at] = items[child]!
      at = child
    }
    items[at] = last
    return least
  }
}
