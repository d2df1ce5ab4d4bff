import { afterEach, describe, expect, it, vi } from 'vitest'
import { runtimes } from '../test/support.ts'
import { BodyError, SecretError, SigningError } from './errors.ts'
import type { Secret, Secrets } from './types.ts'
import * as web from './web.ts'

const badSecrets: [name: string, value: unknown, code: string][] = [
  ['an empty string', '', 'empty_secret'],
  ['no bytes', new Uint8Array(), 'empty_secret'],
  ['undefined', undefined, 'no_secret'],
  ['null', null, 'no_secret'],
  ['a number', 42, 'invalid_secret'],
  ['an object', {}, 'invalid_secret'],
]

async function failure(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

afterEach(() => vi.unstubAllGlobals())

describe.each(runtimes)('our own mistakes on $name', ({ api }) => {
  it.each(badSecrets)('%s is no secret, with or without a header', async (_name, value, code) => {
    const secret = value as Secret
    const calls = [
      () => api.sign('body', secret),
      () => api.createSigner(secret),
      () => api.createVerifier(secret),
      () => api.verify('body', undefined, secret),
      () => api.check('body', `sha256=${'0'.repeat(64)}`, ['good', secret]),
      () => api.deliveryHeaders({ id: 'a', type: 'b', body: 'c', secret }),
    ]
    for (const call of calls) {
      const error = await failure(call)
      expect(error).toBeInstanceOf(SecretError)
      expect(error).toBeInstanceOf(SigningError)
      expect(error).toMatchObject({ name: 'SecretError', code })
    }
  })

  it('an empty list is no secret', async () => {
    expect(await failure(() => api.verify('body', undefined, []))).toMatchObject({ code: 'no_secret' })
    expect(await failure(() => api.createVerifier([]))).toMatchObject({ code: 'no_secret' })
  })

  it('says which of several secrets is wrong, and quotes none', async () => {
    const secrets = ['hush-hush', 42] as unknown as Secrets
    const error = (await failure(() => api.check('body', 'x', secrets))) as Error
    expect(error.message).toContain('Secret 1 of the list')
    expect(error.message).not.toMatch(/hush|42/)
  })

  it.each([
    ['an object', { amount: '1.00' }],
    ['an array', [1]],
    ['of type number', 7],
  ])('a parsed body that is %s is diagnosed', async (found, value) => {
    const body = value as unknown as string
    for (const call of [() => api.sign(body, 's'), () => api.verify(body, `sha256=${'0'.repeat(64)}`, 's')]) {
      const error = await failure(call)
      expect(error).toBeInstanceOf(BodyError)
      expect(error).toMatchObject({
        code: 'invalid_body',
        message: expect.stringContaining(`but it is ${found}. Was it parsed before?`),
      })
    }
  })

  it.each([
    ['a view', (bytes: Uint8Array) => new DataView(bytes.buffer)],
    ['a buffer', (bytes: Uint8Array) => bytes.buffer],
    [
      'a shared buffer',
      (bytes: Uint8Array) => {
        const shared = new SharedArrayBuffer(bytes.length)
        new Uint8Array(shared).set(bytes)
        return shared
      },
    ],
  ])('%s of bytes is as good as the bytes', async (_name, as) => {
    const bytes = Uint8Array.of(1, 2, 3)
    expect(await api.sign(as(bytes) as never, 's')).toBe(await api.sign(bytes, 's'))
  })

  it.each([undefined, null])('%s cannot be signed', async (body) => {
    const error = await failure(() => api.sign(body as unknown as string, 's'))
    expect(error).toMatchObject({ code: 'invalid_body' })
  })
})

describe('without WebCrypto', () => {
  it('says where it is and what to use instead', async () => {
    vi.stubGlobal('crypto', undefined)
    const error = await failure(() => web.sign('body', 's'))
    expect(error).toMatchObject({
      code: 'webcrypto_unavailable',
      message: expect.stringContaining('secure contexts'),
    })
  })
})
