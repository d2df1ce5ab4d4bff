import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readStream } from './read-stream.ts'

const incomplete = { status: 400, body: { code: 'body_incomplete' } }
const tooLarge = { status: 413, body: { code: 'payload_too_large' } }

it('joins the chunks, text among them, up to the very limit', async () => {
  const stream = new PassThrough({ encoding: 'utf8' })
  const read = readStream(stream, 5, undefined)
  stream.write('ab')
  stream.end('é!')
  expect(await read).toEqual(Buffer.from('abé!'))
})

it('takes what announces the very limit', async () => {
  const stream = new PassThrough()
  const read = readStream(stream, 4, '4')
  stream.end('four')
  expect(await read).toEqual(Buffer.from('four'))
})

it('refuses one byte more, and what announces more', async () => {
  const stream = new PassThrough()
  const read = readStream(stream, 3, 'nonsense')
  stream.end('four')
  expect(await read).toMatchObject(tooLarge)
  // Nothing of what still comes is kept.
  expect(['data', 'end', 'close'].map((name) => stream.listenerCount(name))).toEqual(
    ['data', 'end', 'close'].map((name) => new PassThrough().on('error', () => {}).listenerCount(name)),
  )
  expect(await readStream(new PassThrough(), 3, '4')).toMatchObject(tooLarge)
})

it('resolves when the stream breaks, broke before, or just closes', async () => {
  const broken = new PassThrough()
  const read = readStream(broken, 10, undefined)
  broken.write('half')
  broken.destroy(new Error('reset'))
  expect(await read).toMatchObject(incomplete)

  expect(await readStream(broken, 10, undefined)).toMatchObject(incomplete)

  const closed = new PassThrough()
  const waiting = readStream(closed, 10, undefined)
  closed.destroy()
  expect(await waiting).toMatchObject(incomplete)
})

it('survives an error of the stream after the refusal', async () => {
  const stream = new PassThrough()
  const read = readStream(stream, 1, undefined)
  stream.write('too much')
  expect(await read).toMatchObject(tooLarge)
  const closed = once(stream, 'close').catch((error: unknown) => error)
  // Without a listener this would end the process.
  stream.destroy(new Error('reset'))
  expect(await closed).toMatchObject({ message: 'reset' })
  expect(stream.listenerCount('error')).toBe(1)
})
