import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer, Stage } from '../../../sandbox/test/kit/index.ts'
import { wait } from '../kit/wait.ts'
import { twoNodes } from './nodes.ts'

/** A request of one of several callers that hold the same keys. */
interface Ask {
  node: 0 | 1
  key: number
  /** Requests with one key and different bodies: one of them wins, the others are refused. */
  amount: '1.0000' | '2.0000'
  /** Milliseconds of real time after the others. */
  after: number
}

const ask: fc.Arbitrary<Ask> = fc.record({
  node: fc.constantFrom(0, 1),
  key: fc.nat({ max: 1 }),
  amount: fc.constantFrom('1.0000', '1.0000', '2.0000'),
  after: fc.nat({ max: 6 }),
})

it('one key on two nodes at once: one payment, the same bytes (D5)', { timeout: 60_000 }, async () => {
  const nodes = await twoNodes()
  let description = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(ask, { minLength: 2, maxLength: 8 }),
      fc.uuid({ version: 4 }),
      async (asks, uuid) => {
        // Runs that fast-check repeats to shrink a failure must not find the keys of those before.
        description += 1
        const run = `${description}`
        const keys = [0, 1].map((key) => uuid.slice(0, -6) + `${key}${run.padStart(5, '0')}`)
        const answers = await Promise.all(asks.map((one) => send(nodes, one, keys[one.key] ?? '', run)))
        const listed = (await nodes[0].call('GET', '/payments')).json as { id: string; description: string }[]
        const made = listed.filter((payment) => payment.description === run).map(({ id }) => id)

        const executed = answers.filter(
          ({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined,
        )
        expect(executed.map(({ json }) => String(json.id)).toSorted()).toEqual(made.toSorted())
        for (const key of new Set(asks.map((one) => one.key))) {
          const own = asks.flatMap((one, index) =>
            one.key === key ? [{ ...one, answer: answers[index] }] : [],
          )
          const first = own.find(({ answer }) => answer && executed.includes(answer))
          for (const { amount, answer } of own) {
            // Who sent what was executed has its answer, byte for byte; who sent something else is refused.
            if (amount === first?.amount) expect(answer?.text).toBe(first.answer?.text)
            else expect(answer).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

async function send(
  nodes: [Stage, Stage],
  { node, amount, after }: Ask,
  key: string,
  run: string,
): Promise<Answer> {
  await wait(after)
  return nodes[node].call('POST', '/payments', {
    body: { amount, paymentMethod: 'Cash', type: 'income', description: run },
    headers: { 'idempotency-key': key },
  })
}
