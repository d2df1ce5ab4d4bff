import { expect, it } from 'vitest'
import { Backlog } from './backlog.ts'

it('what a claim has left of an endpoint that is not known any more is left alone', () => {
  const backlog = new Backlog({ perEndpoint: 1, probing: () => true, real: () => 0 })
  const lane = { property_id: 'p', endpoint_id: 'e', status: 'pending' } as const
  expect(() => backlog.claimed(lane, 5)).not.toThrow()
  expect(backlog.waiting.size).toBe(0)
  backlog.add([{ ...lane, unclaimed_due: 1 }])
  expect(backlog.waiting.size).toBe(1)
})
