import { describe, expect, it } from 'vitest'
import { fakeRuntime } from '../../../test/support/runtime.ts'
import { createRetryBudget } from './retry-budget.ts'

const drain = (budget: { take(): boolean }) => {
  let taken = 0
  while (budget.take()) taken++
  return taken
}

describe('createRetryBudget', () => {
  it('gives what it holds, then refuses', () => {
    expect(drain(createRetryBudget({ capacity: 7, runtime: fakeRuntime() }))).toBe(7)
    expect(drain(createRetryBudget({ capacity: 0, runtime: fakeRuntime() }))).toBe(0)
  })

  it('ten calls that succeed pay for one retry', () => {
    const budget = createRetryBudget({ capacity: 1, runtime: fakeRuntime() })
    drain(budget)
    for (let call = 0; call < 9; call++) budget.refund()
    expect(budget.take()).toBe(false)
    // 0.1 is no exact binary fraction: the eleventh makes up for it.
    budget.refund()
    budget.refund()
    expect(budget.take()).toBe(true)
  })

  it('time refills it, up to its capacity', async () => {
    const runtime = fakeRuntime()
    const budget = createRetryBudget({ capacity: 5, runtime })
    drain(budget)
    await runtime.advance(4_000)
    expect(drain(budget)).toBe(2)
    await runtime.advance(3_600_000)
    expect(drain(budget)).toBe(5)
  })
})
