import { expect, it } from 'vitest'
import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import { Shares } from './shares.ts'

const now = 1_000_000

function newShares(alone = false) {
  const time = { real: now }
  const shares = new Shares({
    limit: 64,
    perEndpoint: 1,
    probing: () => true,
    busy: () => false,
    real: () => time.real,
    alone,
  })
  return { shares, time }
}

const delivery = (id: string, endpoint_id = 'e'): ClaimedDelivery => ({
  seq: 1,
  id,
  property_id: 'p',
  endpoint_id,
  event_type: 'payment.created',
  body: '{}',
  status: 'pending',
  attempts: 0,
  ladder_attempts: 0,
  next_attempt_at: now,
  traceparent: null,
  lease_until: now + 15_000,
  lease_token: 't',
  url: 'https://e.example/',
  secret: 's',
})

const idsOf = (deliveries: ClaimedDelivery[]) => deliveries.map(({ id }) => id)

it('what is held is chosen like what is due, and handed out from the oldest on', () => {
  const { shares } = newShares()
  for (const id of ['a', 'b', 'c']) shares.backlog.hold(delivery(id))
  expect(shares.backlog.held).toBe(3)
  expect(shares.backlog.isBusy('e')).toBe(true)
  const [pick] = shares.choose(now)
  expect(pick).toMatchObject({ endpoint_id: 'e', status: 'pending', limit: 1 })
  const taken = shares.backlog.takeHeld(pick!)
  expect(taken).toEqual([{ delivery: delivery('a'), since: now }])
  expect(shares.backlog.isQueued(pick!, now)).toBe(false)
  const slot = shares.take(delivery('a'))
  expect(shares.choose(now)).toEqual([])
  shares.release(slot)
  shares.backlog.holdAgain(taken)
  const all = shares.backlog.takeHeld({ ...pick!, limit: 9 })
  expect(idsOf(all.map((one) => one.delivery))).toEqual(['a', 'b', 'c'])
  expect(shares.backlog.held).toBe(0)
  expect(shares.choose(now)).toEqual([])
})

it('what has waited for too long is handed out, with all that came after it: it belongs into the queue', () => {
  const { shares, time } = newShares()
  shares.backlog.hold(delivery('a'))
  time.real += 5
  shares.backlog.hold(delivery('b'))
  shares.backlog.hold(delivery('of another', 'f'))
  expect(shares.backlog.heldBefore(now)).toEqual([])
  expect(idsOf(shares.backlog.heldBefore(now + 1))).toEqual(['a', 'b'])
  expect(shares.backlog.held).toBe(1)
  expect(shares.backlog.left('p')).toEqual(['e'])
  expect(shares.backlog.isQueued(delivery('a'), now)).toBe(true)
  expect(idsOf(shares.backlog.heldBefore(Infinity))).toEqual(['of another'])
})

it('what could not begin has waited since it was held first: its claim is as old as before', () => {
  const { shares, time } = newShares()
  shares.backlog.hold(delivery('a'))
  const taken = shares.backlog.takeHeld({ ...delivery('a'), limit: 1 })
  time.real += 5
  shares.backlog.holdAgain(taken)
  expect(idsOf(shares.backlog.heldBefore(now + 1))).toEqual(['a'])
})

it.each([
  ['where other nodes are', false, 8_192],
  ['on a node alone', true, 16_384],
])('%s, no more is held than has room in memory, and of one endpoint a quarter of it', (_, alone, most) => {
  const { shares } = newShares(alone)
  for (let held = 0; held < most; held += 1) {
    expect(shares.backlog.mayHold).toBe(true)
    shares.backlog.hold(delivery('a', `e${held % 4}`))
  }
  expect(shares.backlog.mayHold).toBe(false)
  expect(shares.backlog.left('p')).toEqual(['e0', 'e1', 'e2', 'e3'])
  shares.backlog.takeHeld({ property_id: 'p', endpoint_id: 'e0', status: 'pending', limit: 1 })
  expect(shares.backlog.mayHold).toBe(true)
  expect(shares.backlog.left('p')).toEqual(['e1', 'e2', 'e3'])
})

it('a look at the whole queue forgets nothing that is held', () => {
  const { shares } = newShares()
  shares.backlog.hold(delivery('a'))
  shares.backlog.replace([])
  expect(shares.choose(now)).toHaveLength(1)
})

it('a first attempt begins at once only where nothing waits', () => {
  const { shares } = newShares()
  const lane = { property_id: 'p', endpoint_id: 'e', status: 'pending' } as const
  expect(shares.admits(lane)).toBe(true)
  const slot = shares.take(lane)
  expect(shares.admits(lane)).toBe(false)
  shares.answered(slot, false)
  shares.release(slot)
  expect(shares.admits(lane)).toBe(true)
  shares.backlog.hold(delivery('a'))
  expect(shares.admits(lane)).toBe(false)
  shares.backlog.takeHeld({ ...lane, limit: 1 })
  expect(shares.admits(lane)).toBe(true)
  shares.backlog.add([{ ...lane, unclaimed_due: now }])
  expect(shares.admits(lane)).toBe(false)
  expect(shares.backlog.left('p')).toEqual(['e'])
})

it('of ten thousand endpoints the one that ended last is remembered no longer, nor that it hung', () => {
  const { shares } = newShares()
  const attempt = (endpoint: string, hung: boolean) => {
    const slot = shares.take(delivery('d', endpoint))
    shares.answered(slot, hung)
    shares.release(slot)
  }
  for (let count = 0; count < 9; count += 1) attempt('hung', true)
  expect(shares.backlog.left('p')).toEqual(['hung'])
  for (let count = 0; count < 9_999; count += 1) attempt(`e${count}`, false)
  attempt('hung', true)
  expect(shares.backlog.left('p')).toEqual(['hung'])
  shares.take(delivery('d', 'one more'))
  attempt('hung', true)
  expect(shares.backlog.left('p')).toEqual([])
})
