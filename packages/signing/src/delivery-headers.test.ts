import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runtimes } from '../test/support.ts'
import { HeaderError } from './errors.ts'
import { deliveryHeaders, readDeliveryHeaders, sign } from './index.ts'
import type { HeadersLike } from './shared/read-delivery-headers.ts'

const delivery = { id: 'd1b6', type: 'payment.created', body: '{"a":1}', secret: 'whsec_x' }
const signature = sign(delivery.body, delivery.secret)
const found = { id: 'd1b6', type: 'payment.created', signature }

describe.each(runtimes)('deliveryHeaders on $name', ({ api }) => {
  it('makes the four headers of a delivery', async () => {
    expect(await api.deliveryHeaders(delivery)).toEqual({
      'Content-Type': 'application/json',
      'X-SVC-Signature': signature,
      'X-SVC-Event': 'payment.created',
      'X-SVC-Delivery': 'd1b6',
    })
  })

  it('takes another prefix, and types the names with it', async () => {
    const headers = await api.deliveryHeaders({ ...delivery, prefix: 'X-Hostel' })
    const value: string = headers['X-Hostel-Signature']
    expect(value).toBe(signature)
    expect(Object.keys(headers)).toEqual([
      'Content-Type',
      'X-Hostel-Signature',
      'X-Hostel-Event',
      'X-Hostel-Delivery',
    ])
  })

  it.each([
    ['id', { id: 'a\r\nX-Admin: 1' }],
    ['id', { id: '' }],
    ['type', { type: 'réservation' }],
    ['prefix', { prefix: 'X SVC' }],
    ['prefix', { prefix: '' }],
  ])('refuses what cannot stand in a header as %s', async (_name, change) => {
    const make = async () => api.deliveryHeaders({ ...delivery, ...change })
    await expect(make()).rejects.toBeInstanceOf(HeaderError)
  })

  it.each(['id', 'type'])('says that the %s is missing', async (name) => {
    const make = async () => api.deliveryHeaders({ ...delivery, [name]: undefined })
    await expect(make()).rejects.toThrow(
      `The delivery's ${name} is missing: give { id, type, body, secret }.`,
    )
  })
})

describe('readDeliveryHeaders', () => {
  const pairs = Object.entries(deliveryHeaders(delivery))
  const lower = pairs.map(([name, value]) => [name.toLowerCase(), value] as [string, string])
  const upper = pairs.map(([name, value]) => [name.toUpperCase(), value] as [string, string])

  it.each<[string, HeadersLike]>([
    ['Headers', new Headers(pairs)],
    ['what deliveryHeaders makes', Object.fromEntries(pairs)],
    ["Node's lower case record", Object.fromEntries(lower)],
    ['an upper case record', Object.fromEntries(upper)],
    ['a record of lists', Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))],
    ['a Map', new Map(upper)],
    ['a list of pairs', pairs],
    ['an object with get alone', { get: (name: string) => new Headers(pairs).get(name) }],
    ['a record without prototype', Object.assign(Object.create(null), Object.fromEntries(lower))],
    ['a record with a header named get', { ...Object.fromEntries(lower), get: 'x' }],
  ])('reads %s', (_name, headers) => {
    expect(readDeliveryHeaders(headers)).toEqual(found)
  })

  it('reads nothing as null', () => {
    for (const headers of [{}, new Headers(), new Map(), [], { get: () => null }]) {
      expect(readDeliveryHeaders(headers as HeadersLike)).toEqual({ id: null, type: null, signature: null })
    }
  })

  it('reads its own prefix only', () => {
    const headers = deliveryHeaders({ ...delivery, prefix: 'X-Other' })
    expect(readDeliveryHeaders(headers).signature).toBeNull()
    expect(readDeliveryHeaders(headers, { prefix: 'x-other' })).toEqual(found)
    expect(() => readDeliveryHeaders(headers, { prefix: 'a b' })).toThrow(HeaderError)
  })

  it('joins repeated headers as Node and Fetch do', () => {
    const joined = 'one, two'
    const fetchHeaders = new Headers([
      ['X-SVC-Event', 'one'],
      ['X-SVC-Event', 'two'],
    ])
    expect(readDeliveryHeaders(fetchHeaders).type).toBe(joined)
    expect(readDeliveryHeaders({ 'x-svc-event': ['one', 'two'] }).type).toBe(joined)
    expect(readDeliveryHeaders({ 'X-SVC-Event': 'one', 'x-svc-event': 'two' }).type).toBe(joined)
  })

  it('throws over no headers whatever', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (headers, value) => {
        for (const candidate of [headers, { 'X-SVC-Signature': value }, new Map([[value, headers]])]) {
          const read = readDeliveryHeaders(candidate as HeadersLike)
          expect(Object.values(read).every((item) => item === null || typeof item === 'string')).toBe(true)
        }
      }),
    )
  })
})
