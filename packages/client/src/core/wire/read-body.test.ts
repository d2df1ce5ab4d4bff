import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const chunks = (...parts: Uint8Array[]) => Readable.from(parts)
const text = Buffer.from('{"name":"Zoë"}')

describe('readBody', () => {
  it.each([
    [undefined, text],
    ['', text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('undoes %j', async (encoding, body) => {
    expect(await readBody(chunks(body.subarray(0, 3), body.subarray(3)), encoding, 1_000)).toEqual(text)
  })

  it('an empty body is empty in any coding', async () => {
    expect(await readBody(chunks(), 'gzip', 1_000)).toHaveLength(0)
  })

  it('the bound holds on the wire, and lets a body of just that size through', async () => {
    expect(await readBody(chunks(text), undefined, text.length)).toEqual(text)
    await expect(readBody(chunks(text), undefined, text.length - 1)).rejects.toMatchObject({
      code: 'response_too_large',
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('the bound holds after %s: a bomb does not go off', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readBody(chunks(bomb), encoding, 1_000_000)).rejects.toMatchObject({
      code: 'response_too_large',
    })
  })

  it('stops reading at the bound', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(100))
      },
    })
    await expect(readBody(endless, undefined, 1_000)).rejects.toMatchObject({ code: 'response_too_large' })
    expect(endless.destroyed).toBe(true)
  })

  it('a stream that closes or fails before its end is an error', async () => {
    const closing = new Readable({ read() {} })
    const closed = readBody(closing, undefined, 1_000)
    closing.destroy()
    await expect(closed).rejects.toThrow('before its end')
    const failing = new Readable({ read() {} })
    const failed = readBody(failing, undefined, 1_000)
    failing.destroy(new Error('reset'))
    await expect(failed).rejects.toThrow('reset')
  })

  it('says what it cannot undo', async () => {
    await expect(readBody(chunks(text), 'zstd', 1_000)).rejects.toMatchObject({ code: 'unknown_encoding' })
    await expect(readBody(chunks(text), 'gzip', 1_000)).rejects.toMatchObject({ code: 'broken_encoding' })
    const half = gzipSync(text).subarray(0, 15)
    await expect(readBody(chunks(half), 'gzip', 1_000)).rejects.toMatchObject({ code: 'broken_encoding' })
  })
})
