/** What a series is called, for Prometheus. */
export interface SeriesOptions {
  name: string
  help: string
  /** What is counted or measured: `requests`, `seconds`. */
  unit: string
  /** Names of the labels, in the order of their values, and what these are. @default none */
  labels?: Readonly<Record<string, string>> | undefined
  /**
   * Label values that are told as 0 from the start. Prometheus sees no increase in a series that appears with its first
   * step, so an alert would miss that one.
   */
  fromStart?: readonly (readonly LabelValue[])[] | undefined
  /** Every node tells the same, because it is read from the database. @default what this node has seen itself */
  ofAllNodes?: boolean | undefined
}

export type LabelValue = string | number

/** Labels by name. */
export type Labels = Record<string, LabelValue>

/**
 * Counts by label values. Written with each request and read when Prometheus asks, so it is as small as can be: the
 * counters of prom-client, which sort and join the names of the labels at each step, took 3 % of a read.
 */
export class CountTally {
  readonly options: SeriesOptions
  readonly #counts = new LabelTree<{ readonly labels: Labels; count: number }>()

  constructor(options: SeriesOptions) {
    this.options = options
    // Without labels there is one series, and it is told before anything was counted.
    if (!options.labels) this.add(0)
    for (const values of options.fromStart ?? []) this.add(0, ...values)
  }

  add(count: number, ...values: readonly LabelValue[]): void {
    const open = () => ({ labels: labelled(this.options, values), count: 0 })
    this.#counts.at(values, open).count += count
  }

  series(): Iterable<{ readonly labels: Labels; readonly count: number }> {
    return this.#counts.leaves
  }
}

export interface TimeTallyOptions extends SeriesOptions {
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[]
}

/** How long something took, by label values: a histogram. */
export interface Times {
  readonly labels: Labels
  /** How many ended within each bound, and beyond the last of them; not added up. */
  readonly counts: Float64Array
  sum: number
  count: number
}

/** Durations by label values. Small for the same reason as {@link CountTally}. */
export class TimeTally {
  readonly options: TimeTallyOptions
  readonly #times = new LabelTree<Times>()

  constructor(options: TimeTallyOptions) {
    this.options = options
    if (!options.labels) this.#timesOf([])
  }

  observe(seconds: number, ...values: readonly LabelValue[]): void {
    const times = this.#timesOf(values)
    const { buckets } = this.options
    let at = 0
    while (at < buckets.length && seconds > (buckets[at] ?? Infinity)) at += 1
    times.counts[at] = (times.counts[at] ?? 0) + 1
    times.sum += seconds
    times.count += 1
  }

  series(): Iterable<Times> {
    return this.#times.leaves
  }

  #timesOf(values: readonly LabelValue[]): Times {
    return this.#times.at(values, () => ({
      labels: labelled(this.options, values),
      counts: new Float64Array(this.options.buckets.length + 1),
      sum: 0,
      count: 0,
    }))
  }
}

/** A value that is looked up when Prometheus asks. */
export interface Reading {
  options: SeriesOptions
  read(): number | Promise<number> | Promise<readonly { labels: Labels; value: number }[]>
}

function labelled({ labels = {} }: SeriesOptions, values: readonly LabelValue[]): Labels {
  return Object.fromEntries(Object.keys(labels).map((name, at) => [name, values[at] ?? '']))
}

/** A leaf for each combination of label values: found value by value, as joining them costs more than looking them up. */
class LabelTree<Leaf> {
  /** All of them, in the order of their making. */
  readonly leaves: Leaf[] = []
  readonly #root: Branch<Leaf> = {}

  at(values: readonly LabelValue[], open: () => Leaf): Leaf {
    let branch = this.#root
    for (const value of values) {
      branch.next ??= new Map()
      let next = branch.next.get(value)
      if (!next) branch.next.set(value, (next = {}))
      branch = next
    }
    if (branch.leaf === undefined) this.leaves.push((branch.leaf = open()))
    return branch.leaf
  }
}

interface Branch<Leaf> {
  leaf?: Leaf
  next?: Map<LabelValue, Branch<Leaf>>
}
