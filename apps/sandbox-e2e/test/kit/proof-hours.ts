/** Hours that each of the long forms may take: `SVC_PROOF_HOURS=2`. Without it they are short, for CI. @default 0 */
export const proofHours = Number(process.env['SVC_PROOF_HOURS'] ?? 0)

/** Repeats something until the time of the long form is over, and says how often; once without it. */
export async function forProofHours(once: (round: number) => Promise<void>): Promise<void> {
  const began = Date.now()
  const until = began + proofHours * 3_600_000
  let round = 0
  do await once(round++)
  while (Date.now() < until)
  // For whoever writes down how long nothing was found.
  if (proofHours > 0) console.log(`${round} rounds in ${Math.round((Date.now() - began) / 1_000)} s`)
}

/** Time-out of a test that takes `ms` in its short form. */
export const proofTimeout = (ms: number) => ms + proofHours * 3_600_000
