import { expect, it } from 'vitest'
import { idBeginning, orderedId } from './ordered-id.ts'

it('the example of RFC 9562', () => {
  const random = '5c146b14-3c52-4cc3-98c4-dc0c0c07398f'
  expect(orderedId(idBeginning(1_645_557_742_000), random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

it('ids of a later time sort after those of an earlier one, from 1970 on', () => {
  const times = [0, 1, 15, 16, 0xff_ff, 0x1_00_00, 1_645_557_742_000, 1_645_557_742_001, 2 ** 41]
  const ids = times.map((ms) => orderedId(idBeginning(ms)))
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(idBeginning(-1)).toBe(idBeginning(0))
})
