import { inspect } from 'node:util'
import type { RunDetails } from 'fast-check'
import type { Step } from './script.ts'

/** Fails with the shortest script that was found, as a test to paste. */
export function printed(details: RunDetails<[Step[]]>): void {
  if (!details.failed) return
  const { counterexample, errorInstance, seed, counterexamplePath, numShrinks } = details
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const script = inspect(counterexample?.[0] ?? [], { depth: Infinity, breakLength: 110 })
  throw new Error(
    `${reason}\n\nShrunk ${numShrinks} times (seed ${seed}, path ${counterexamplePath}). As a test:\n\n` +
      `it('…', () => play(subject, receivers, ${script}))\n`,
    { cause: errorInstance },
  )
}
