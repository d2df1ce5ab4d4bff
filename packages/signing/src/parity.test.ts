import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as node from './index.ts'
import * as web from './web.ts'

// Lone surrogates included: both runtimes have to encode them alike.
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
const body = fc.oneof(text, fc.uint8Array({ maxLength: 300 }))
const secret = fc.oneof(text, fc.uint8Array({ maxLength: 200 })).filter((candidate) => candidate.length > 0)

describe('Node and WebCrypto', () => {
  it('offer the same names', () => {
    expect(Object.keys(web).toSorted()).toEqual(Object.keys(node).toSorted())
  })

  it('sign every body with every secret alike', async () => {
    await fc.assert(
      fc.asyncProperty(body, secret, async (data, key) => {
        expect(await web.sign(data, key)).toBe(node.sign(data, key))
      }),
      { numRuns: 500 },
    )
  })

  it('give the same answer to every header', async () => {
    const keys = fc.array(secret, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(body, keys, fc.nat(7), async (data, secrets, pick) => {
        const signer = secrets[pick]
        const header = signer === undefined ? `sha256=${'0'.repeat(64)}` : node.sign(data, signer)
        const expected = node.check(data, header, secrets)
        expect(await web.check(data, header, secrets)).toEqual(expected)
        expect(expected.ok).toBe(signer !== undefined)
      }),
      { numRuns: 300 },
    )
  })

  it('make the same headers', async () => {
    const delivery = { id: 'd-1', type: 'payment.created', body: '{}', secret: 's', prefix: 'X-Hub' } as const
    expect(await web.deliveryHeaders(delivery)).toEqual(node.deliveryHeaders(delivery))
  })
})
