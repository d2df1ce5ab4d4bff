/** The middle of several figures; of an even number the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * The value below which a part of the figures lies, between two of them in proportion.
 *
 * @param part from 0 to 1: 0.99 is the 99th percentile
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) return Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Median and range of samples. */
export interface Summary {
  median: number
  min: number
  max: number
  /** Half the range as a part of the median: 0.1 is ± 10 %. */
  spread: number
}

export function summarise(samples: readonly number[]): Summary {
  const middle = median(samples)
  const min = Math.min(...samples)
  const max = Math.max(...samples)
  return { median: middle, min, max, spread: middle === 0 ? 0 : (max - min) / 2 / Math.abs(middle) }
}
