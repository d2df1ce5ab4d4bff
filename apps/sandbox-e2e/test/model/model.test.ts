import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../../sandbox/test/kit/index.ts'
import { forProofHours, proofHours, proofTimeout } from '../kit/proof-hours.ts'
import { openKillableSubject } from './killable-subject.ts'
import { play } from './play.ts'
import { printed } from './printed.ts'
import { openReceivers } from './receivers.ts'
import { type ScriptOptions, scripts } from './script.ts'
import { openSubject, type Subject } from './subject.ts'

/** 2,000 in all. Where one costs less, there are more. */
const sequences: Record<Kind, number> = { memory: 1_000, sqlite: 600, postgres: 400 }

/** The same ones each time, so that a failure is the change's; in the long form others in each round. */
const seedOf = (round: number) => (proofHours > 0 ? Date.now() % 2 ** 31 : 20_261_121 + round)

describe('the specification as a model', () => {
  it.each(kinds)(
    'random sequences on %s agree with it, answer for answer and delivery for delivery',
    { timeout: proofTimeout(900_000) },
    async (kind) => {
      await forProofHours(async (round) => {
        // The time is looked at after each round: long sequences come in short ones.
        const numRuns = proofHours > 0 ? 100 : sequences[kind]
        expect(await agreeing(await openSubject(kind), { numRuns, seed: seedOf(round) })).toBe(numRuns)
      })
    },
  )

  it.each(['sqlite', 'postgres'] as const)(
    'also on %s with processes that are killed',
    { timeout: proofTimeout(900_000) },
    async (kind) => {
      await forProofHours(async (round) => {
        const subject = await openKillableSubject(kind)
        const numRuns = proofHours > 0 ? 50 : 5
        expect(await agreeing(subject, { numRuns, seed: seedOf(round), kills: true })).toBe(numRuns)
      })
    },
  )

  it('finds what is wrong, and prints the shortest script as a test', async () => {
    // A service that forgets each deletion.
    const subject = await openSubject('memory')
    const [node] = subject.nodes
    const forgetful: Subject = {
      ...subject,
      nodes: [
        {
          control: node!.control,
          send: async (method, path, options) =>
            method === 'DELETE' && path.includes('/payments/')
              ? { status: 204, headers: {}, text: '', json: undefined }
              : node!.send(method, path, options),
        },
      ],
    }
    const found = await agreeing(forgetful, { numRuns: 1_000, seed: 1 }).catch(
      (error: Error) => error.message,
    )
    expect(found).toContain("it('…', () => play(subject, receivers, [")
    // A payment, its deletion, and a look.
    expect(String(found).match(/do: '/g)?.length).toBeLessThanOrEqual(4)
  })
})

/** How many sequences agree with the reference. Rejects with the shortest that does not. Closes the servers. */
async function agreeing(
  subject: Subject,
  options: ScriptOptions & { numRuns: number; seed: number },
): Promise<number> {
  const { numRuns, seed } = options
  const receivers = await openReceivers()
  let agreed = 0
  try {
    const any = scripts({ steps: proofHours > 0 ? 40 : 9, ...options })
    let shrinkUntil = Infinity
    const property = fc.asyncProperty(any, async (script) => {
      // A script that passes ends the shrinking: the shortest so far is short enough.
      if (Date.now() > shrinkUntil) return
      try {
        await play(subject, receivers, script)
        agreed += 1
      } catch (error) {
        shrinkUntil = Math.min(shrinkUntil, Date.now() + 60_000)
        throw error
      }
    })
    await fc.assert(property, { numRuns, seed, reporter: printed })
  } finally {
    await subject.close()
    await receivers.close()
  }
  return agreed
}
