import { expect, it } from 'vitest'
import { importKey, webBytes } from './keys.ts'

it.each(['sign', 'verify'] as const)('a key to %s cannot be read out again', async (usage) => {
  const key = await importKey('secret', usage)
  expect(key).toMatchObject({ extractable: false, usages: [usage] })
})

it('bytes are taken as they are, and copied out of memory that WebCrypto refuses', () => {
  const plain = Uint8Array.of(1, 2)
  expect(webBytes(plain)).toBe(plain)
  const resizable = new Uint8Array(new ArrayBuffer(2, { maxByteLength: 4 })).fill(7)
  const shared = new Uint8Array(new SharedArrayBuffer(2)).fill(7)
  for (const bytes of [resizable, shared]) {
    const copy = webBytes(bytes)
    expect(copy).toEqual(Uint8Array.of(7, 7))
    expect(copy.buffer).toBeInstanceOf(ArrayBuffer)
    expect(copy.buffer.resizable).toBe(false)
  }
})
