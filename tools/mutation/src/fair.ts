/** How many were caught of how many that were tried. */
export interface Share {
  caught: number
  tried: number
}

/** An area that lets more through than one in ten has to be looked at, whatever was recorded. */
const least = 0.9

/**
 * The share of all mutants that is caught at the least, if those tried are a fair sample that nobody has written tests for:
 * nineteen times of twenty, by Wilson's interval.
 */
export function atLeast({ caught, tried }: Share): number {
  if (tried === 0) return 0
  const z = 1.645
  const p = caught / tried
  const middle = p + z ** 2 / (2 * tried)
  const off = z * Math.sqrt((p * (1 - p)) / tried + z ** 2 / (4 * tried ** 2))
  return (middle - off) / (1 + z ** 2 / tried)
}

/**
 * Why a run is worse than it should be, or undefined. Samples of different sizes differ by chance: a run is worse than
 * the recorded one if that explains it in less than one of forty cases (two standard deviations).
 */
export function whatIsWorse(now: Share, recorded: Share | undefined): string | undefined {
  if (now.tried === 0) return undefined
  const share = now.caught / now.tried
  if (share < least) return `fewer than ${least * 100} % are caught`
  if (!recorded || recorded.tried === 0) return undefined
  const both = (now.caught + recorded.caught) / (now.tried + recorded.tried)
  const deviation = Math.sqrt(both * (1 - both) * (1 / now.tried + 1 / recorded.tried))
  return recorded.caught / recorded.tried - share > 2 * deviation
    ? 'fewer are caught than were recorded, by more than chance explains'
    : undefined
}
