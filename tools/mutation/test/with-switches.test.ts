import { afterEach, expect, it } from 'vitest'
import { mutantsOf } from '../src/mutants.ts'
import { withSwitches } from '../src/with-switches.ts'

afterEach(() => {
  globalThis.bentNow = undefined
})

/** The answer of a function with one of its mutants on. */
function answer(code: string, on: number, ...values: unknown[]): unknown {
  globalThis.bentNow = (mutant) => mutant === on
  const bent = withSwitches(code, mutantsOf('a.ts', code), 0)
  // oxlint-disable-next-line typescript/no-implied-eval -- code that this test made
  return (new Function(`${bent}; return f`)() as (...values: unknown[]) => unknown)(...values)
}

it('changes nothing while no switch is on', () => {
  const code =
    'function f(a, b) { if (!a) return a ?? (b || 2); let c = 0; c = f(null, b + 1); return a + b * c - 1 }'
  expect(answer(code, -1, 3, 4)).toBe(3 + 4 * 5 - 1)
})

it('turns on one change at a time, those within others too', () => {
  const code = 'function f(a, b) { return a < b && !a }'
  // In their order: || for &&, <= for <, a for !a.
  expect([-1, 0, 1, 2].map((on) => answer(code, on, 0, 0))).toEqual([false, true, true, false])
  expect([-1, 0, 1, 2].map((on) => answer(code, on, 0, 1))).toEqual([true, true, true, 0])
})

it('leaves a call out, and the else of its if where it was', () => {
  const code = 'function f(list, a) { if (a) list.push(1); else list.push(2)\n list.push(3)\n return list }'
  expect(answer(code, -1, [], true)).toEqual([1, 3])
  const all = [0, 1, 2, 3, 4, 5, 6].map((on) => JSON.stringify(answer(code, on, [], true)))
  expect(all).toContain('[3]')
  expect(all).toContain('[1]')
  expect(all).toContain('[2,3]')
})
