import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TEXT, runtimes, SECRET } from '../test/support.ts'
import { sign } from './index.ts'
import type { RawBody, SignatureHeader } from './types.ts'

const right = sign(EVENT_TEXT, SECRET)
const missing = { ok: false, reason: 'missing' }
const malformed = { ok: false, reason: 'malformed' }
const mismatch = { ok: false, reason: 'mismatch' }

/** Any code points, lone surrogates too. (`unit: 'binary'` takes a second of processor time when it is first used.) */
const anyText = (minLength = 0) =>
  fc.string({
    unit: fc.integer({ min: 0, max: 0x10_ff_ff }).map((number) => String.fromCodePoint(number)),
    minLength,
  })

describe.each(runtimes)('check on $name', ({ api }) => {
  it('accepts the right header, alone or as the only value of a list', async () => {
    expect(await api.check(EVENT_TEXT, right, SECRET)).toEqual({ ok: true, secret: 0 })
    expect(await api.check(EVENT_TEXT, [right], SECRET)).toEqual({ ok: true, secret: 0 })
  })

  it.each([undefined, null, '', [], ['']])('calls %j missing', async (header) => {
    expect(await api.check(EVENT_TEXT, header, SECRET)).toEqual(missing)
    expect(await api.verify(EVENT_TEXT, header, SECRET)).toBe(false)
  })

  const hex = right.slice('sha256='.length)
  it.each([
    ['bare hex', hex],
    ['upper case digits', `sha256=${hex.toUpperCase()}`],
    ['an upper case scheme', `SHA256=${hex}`],
    ['another scheme', `sha1=${hex}`],
    ['trailing junk', `${right}0`],
    ['a trailing line break', `${right}\n`],
    ['space in front', ` ${right}`],
    ['space behind', `${right} `],
    ['a digit too few', right.slice(0, -1)],
    ['a letter that is no digit', `${right.slice(0, -1)}g`],
    ['64 characters of two bytes each', `sha256=${'é'.repeat(64)}`],
    ['64 full-width digits', `sha256=${'０'.repeat(64)}`],
    ['base64', `sha256=${Buffer.from(hex, 'hex').toString('base64')}`],
    ['the right one twice', [right, right]],
    ['the right one twice, joined', `${right}, ${right}`],
    ['a list within a list', [[right]] as unknown as string[]],
    ['a number', 256 as unknown as string],
    ['an object', { toString: () => right } as unknown as string],
  ])('calls %s malformed', async (_name, header) => {
    expect(await api.check(EVENT_TEXT, header, SECRET)).toEqual(malformed)
  })

  it('takes no character for the digit that it ends like, also right after the right header', async () => {
    for (let at = 0; at < right.length; at++) {
      expect(await api.verify(EVENT_TEXT, right, SECRET)).toBe(true)
      const like = String.fromCharCode(0x1_00 + right.charCodeAt(at))
      const header = right.slice(0, at) + like + right.slice(at + 1)
      expect(await api.check(EVENT_TEXT, header, SECRET)).toEqual(malformed)
    }
  })

  it.each([
    ['another secret', EVENT_TEXT, sign(EVENT_TEXT, `${SECRET}x`)],
    ['a body that was parsed and written again', JSON.stringify(JSON.parse(EVENT_TEXT)), right],
    ['a line break behind the body', `${EVENT_TEXT}\n`, right],
    ['the first digit changed', EVENT_TEXT, right.replace(/=./, (at) => (at === '=0' ? '=1' : '=0'))],
    ['the last digit changed', EVENT_TEXT, right.replace(/.$/, (at) => (at === '0' ? '1' : '0'))],
    ['all zeros', EVENT_TEXT, `sha256=${'0'.repeat(64)}`],
  ])('calls %s a mismatch', async (_name, body, header) => {
    expect(await api.check(body, header, SECRET)).toEqual(mismatch)
  })

  it('never throws and never says yes, whatever the header', async () => {
    const digit = fc.constantFrom(...Array.from('0123456789abcdefABCDEFé０ \n'))
    const near = fc.string({ unit: digit, minLength: 60, maxLength: 68 }).map((text) => `sha256=${text}`)
    const header = fc.oneof(
      near,
      anyText(),
      fc.array(fc.oneof(near, fc.constant(right), fc.string()), { minLength: 2 }),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(header, fc.uint8Array({ maxLength: 64 }), async (value, body) => {
        const result = await api.check(body, value as SignatureHeader, SECRET)
        expect(result.ok).toBe(false)
        expect(await api.verify(body, value as SignatureHeader, SECRET)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('says yes to every body under every secret that signed it, and no after one bit has changed', async () => {
    const secret = fc.oneof(anyText(1), fc.uint8Array({ minLength: 1 }))
    await fc.assert(
      fc.asyncProperty(secret, fc.uint8Array({ minLength: 1 }), fc.nat(), async (key, body, at) => {
        const header = await api.sign(body, key)
        expect(header).toMatch(/^sha256=[0-9a-f]{64}$/)
        expect(await api.verify(body, header, key)).toBe(true)
        const changed = Uint8Array.from(body)
        changed[at % body.length]! ^= 1 << (at % 8)
        expect(await api.verify(changed, header, key)).toBe(false)
      }),
    )
  })

  it('hashes bytes: a byte order mark, invalid UTF-8, zeros and an empty body all verify', async () => {
    const bodies = [
      Buffer.from('\ufeff{"a":1}'),
      Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x80),
      new Uint8Array(3),
      new Uint8Array(),
    ]
    for (const body of bodies) {
      const header = await api.sign(body, SECRET)
      expect(await api.verify(body, header, SECRET)).toBe(true)
    }
    // Decoding first would make these two the same text.
    const replaced = Buffer.from(Buffer.from([0xff]).toString())
    expect(await api.verify(replaced, await api.sign(Uint8Array.of(0xff), SECRET), SECRET)).toBe(false)
    const empty = await api.sign('', SECRET)
    expect(await api.verify(new Uint8Array(), empty, SECRET)).toBe(true)
  })

  it('takes bytes in every shape: views into larger buffers, ArrayBuffer, shared memory, another realm', async () => {
    const bytes = new TextEncoder().encode(EVENT_TEXT)
    const padded = new Uint8Array(bytes.length + 10)
    padded.set(bytes, 5)
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    // Not in the es2023 types yet; WebCrypto refuses such memory.
    const Resizable = ArrayBuffer as new (length: number, options?: { maxByteLength: number }) => ArrayBuffer
    const resizable = new Uint8Array(new Resizable(bytes.length, { maxByteLength: bytes.length * 2 }))
    resizable.set(bytes)
    const foreign = runInNewContext('Uint8Array.from(list)', { list: [...bytes] }) as Uint8Array
    const shapes: RawBody[] = [
      Buffer.from(bytes),
      padded.subarray(5, 5 + bytes.length),
      bytes.buffer,
      shared,
      resizable,
      foreign,
      foreign.buffer as ArrayBuffer,
    ]
    for (const shape of shapes) {
      expect(await api.sign(shape, SECRET)).toBe(right)
      expect(await api.verify(shape, right, SECRET)).toBe(true)
    }
    const key = runInNewContext('Uint8Array.from(list)', { list: [...Buffer.from(SECRET)] }) as Uint8Array
    expect(await api.verify(EVENT_TEXT, right, key)).toBe(true)
  })

  it('never verifies "no body", which a stranger can cause, and does not throw over it', async () => {
    const empty = await api.sign('', SECRET)
    for (const nothing of [null, {}] as unknown[]) {
      expect(await api.check(nothing as string, empty, SECRET)).toEqual(mismatch)
    }
  })

  it('throws over undefined, whatever the header, and names rawBody: nothing has kept the bytes', async () => {
    for (const header of [await api.sign('', SECRET), 'sha256=x', undefined]) {
      const verify = async () => api.verify(undefined as unknown as string, header, SECRET)
      await expect(verify()).rejects.toMatchObject({
        name: 'BodyError',
        code: 'invalid_body',
        message: expect.stringMatching(/it is of type Undefined.*rawBody/s),
      })
    }
  })
})
