/** What a series is called, for Prometheus. */
export interface SeriesOptions {
  name: string
  help: string
  /** Names of the labels, in the order of their values. @default none */
  labels?: readonly string[] | undefined
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
  readonly #counts = new Map<string, { labels: Labels; count: number }>()

  constructor(options: SeriesOptions) {
    this.options = options
    // Without labels there is one series, and it is told before anything was counted.
    if (!options.labels?.length) this.add(0)
  }

  add(count: number, ...values: readonly LabelValue[]): void {
    const key = values.join('\0')
    const known = this.#counts.get(key)
    if (known) known.count += count
    else this.#counts.set(key, { labels: labelled(this.options, values), count })
  }

  series(): Iterable<{ readonly labels: Labels; readonly count: number }> {
    return this.#counts.values()
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
  readonly #times = new Map<string, Times>()

  constructor(options: TimeTallyOptions) {
    this.options = options
    if (!options.labels?.length) this.#open('', [])
  }

  observe(seconds: number, ...values: readonly LabelValue[]): void {
    const key = values.join('\0')
    const times = this.#times.get(key) ?? this.#open(key, values)
    const { buckets } = this.options
    let at = 0
    while (at < buckets.length && seconds > (buckets[at] ?? Infinity)) at += 1
    times.counts[at] = (times.counts[at] ?? 0) + 1
    times.sum += seconds
    times.count += 1
  }

  series(): Iterable<Times> {
    return this.#times.values()
  }

  #open(key: string, values: readonly LabelValue[]): Times {
    const counts = new Float64Array(this.options.buckets.length + 1)
    const times = { labels: labelled(this.options, values), counts, sum: 0, count: 0 }
    this.#times.set(key, times)
    return times
  }
}

/** A value that is looked up when Prometheus asks. */
export interface Reading {
  options: SeriesOptions
  read(): number | Promise<number> | Promise<readonly { labels: Labels; value: number }[]>
}

function labelled({ labels = [] }: SeriesOptions, values: readonly LabelValue[]): Labels {
  return Object.fromEntries(labels.map((name, at) => [name, values[at] ?? '']))
}
