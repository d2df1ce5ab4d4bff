import { beforeEach, describe, expect, it } from 'vitest'
import { FaultStore } from './faults.ts'

const subject = { method: 'POST', path: '/api/v1/client/payments?x=1', property_id: 'p1' }
const delivery = { endpoint_id: 'e1', event_type: 'payment.created', property_id: 'p1' }

describe('FaultStore', () => {
  let faults: FaultStore
  beforeEach(() => {
    let id = 0
    faults = new FaultStore({ uuid: () => `fault-${(id += 1)}` })
  })

  it('applies a fault as often as asked, and keeps count', () => {
    faults.add({ when: 'before', action: { type: 'reset' }, times: 2 })
    const applied = [1, 2, 3].map(() => faults.take('before', subject)?.id)
    expect(applied).toEqual(['fault-1', 'fault-1', undefined])
    expect(faults.list()).toMatchObject([{ id: 'fault-1', remaining: 0, applied: 2 }])
  })

  it('applies until cleared without a number of times', () => {
    faults.add({ when: 'after', action: { type: 'truncate' } })
    for (let i = 0; i < 10; i += 1) expect(faults.take('after', subject)).toBeDefined()
    expect(faults.list()).toMatchObject([{ remaining: null, applied: 10 }])
    faults.clear()
    expect(faults.take('after', subject)).toBeUndefined()
  })

  it.each([
    ['method', { method: 'GET' }],
    ['path', { path: '/api/v1/client/bookings' }],
    ['property', { property_id: 'p2' }],
  ])('leaves a request alone that differs by %s', (_, match) => {
    faults.add({ match, when: 'before', action: { type: 'reset' } })
    expect(faults.take('before', subject)).toBeUndefined()
  })

  it.each([
    ['/api/v1/client/webhooks', '/client/webhooks'],
    ['/client/webhooks', '/api/v1/client/webhooks?limit=1'],
    ['/api/v1/client/webhooks/*/deliveries', '/client/webhooks/e1/deliveries'],
    ['/client/**', '/api/v1/client/webhooks/e1'],
  ])('matches webhooks under both names of their route: %s also means %s', (path, target) => {
    faults.add({ match: { path }, when: 'before', action: { type: 'reset' } })
    expect(faults.take('before', { ...subject, path: target })).toBeDefined()
  })

  it('knows no other name for what has none', () => {
    faults.add({ match: { path: '/client/**' }, when: 'before', action: { type: 'reset' } })
    for (const path of ['/api/v1/client/payments', '/api/v1/client/webhooksish'])
      expect(faults.take('before', { ...subject, path })).toBeUndefined()
  })

  it('matches all parts together, the method in any case, the path without its query', () => {
    const match = { method: 'post', path: '/api/**/payments', property_id: 'p1' }
    faults.add({ match, when: 'before', action: { type: 'reset' } })
    expect(faults.take('after', subject)).toBeUndefined()
    expect(faults.take('before', subject)).toBeDefined()
  })

  it('takes the first that matches and moves on when it is used up', () => {
    faults.add({ when: 'before', action: { type: 'status', status: 500 }, times: 1 })
    faults.add({ when: 'before', action: { type: 'status', status: 503 } })
    const statuses = [1, 2].map(() => faults.take('before', subject)?.action)
    expect(statuses).toMatchObject([{ status: 500 }, { status: 503 }])
  })

  it('removes one and says whether it was there', () => {
    const { id } = faults.add({ when: 'before', action: { type: 'reset' } })
    expect([faults.remove(id), faults.remove(id)]).toEqual([true, false])
  })

  it('answers for deliveries that match, and never for requests', () => {
    faults.add({
      match: { event_type: 'payment.created', endpoint_id: 'e1' },
      when: 'delivery',
      action: { type: 'timeout' },
      times: 1,
    })
    expect(faults.take('before', subject)).toBeUndefined()
    expect(faults.answerFor({ ...delivery, endpoint_id: 'e2' })).toBeNull()
    expect(faults.answerFor(delivery)).toEqual({ type: 'timeout' })
    expect(faults.answerFor(delivery)).toBeNull()
  })
})
