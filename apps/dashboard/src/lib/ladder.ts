/** Seconds from a failure to the next attempt (spec 8): attempt 2 after a minute, and so on. */
export const ladderSeconds = [60, 300, 1_800, 7_200] as const
