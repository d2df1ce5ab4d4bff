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

  it('a signature in the place of the secret is found out: the arguments stand in another order', async () => {
    const signature = await api.sign('body', 's')
    const calls = [
      () => api.verify('body', 's', signature),
      () => api.check('s', 'body', signature),
      () => api.createVerifier([signature]),
    ]
    for (const call of calls) {
      const error = (await failure(call)) as SigningError
      expect(error).toMatchObject({ name: 'SecretError', code: 'invalid_secret' })
      expect(error.message).toContain('is a signature: give (body, signature, secret).')
      expect(error.message).not.toContain(signature)
    }
  })

  it('a secret that is still to come is named as what it is', async () => {
    const error = await failure(() => api.verify('body', '', Promise.resolve('s') as unknown as string))
    expect(error).toMatchObject({ message: expect.stringContaining('not Promise') })
  })

  it('no options at all, or something else in their place', async () => {
    for (const options of [undefined, null, 'secret', ['secret']]) {
      const error = await failure(() => api.deliveryHeaders(options as never))
      expect(error).toMatchObject({
        code: 'invalid_option',
        message: expect.stringMatching(
          /^deliveryHeaders takes an object of options \(id, type, body, secret, prefix\), not a value of type /,
        ),
      })
    }
    expect(() => api.readDeliveryHeaders({}, null as never)).toThrow('takes an object of options')
  })

  it('a whole request in place of its headers', () => {
    const request = new Request('http://127.0.0.1', { headers: { 'x-svc-signature': 'x' } })
    for (const given of [request, { headers: { 'x-svc-signature': 'x' } }]) {
      expect(() => api.readDeliveryHeaders(given as never)).toThrow('give request.headers')
    }
    // A stranger can send a header of that name.
    for (const headers of ['x', ['x', 'y']]) {
      expect(api.readDeliveryHeaders({ headers, 'x-svc-signature': 's' }).signature).toBe('s')
    }
  })

  it.each([[null], [5], [[undefined]], [['X-One', 2]]])('%j is no name of a header', (header) => {
    expect(() => api.readDeliveryHeaders({}, { header: header as never })).toThrow(
      expect.objectContaining({ code: 'invalid_header' }),
    )
  })

  it('a prefix is a text', async () => {
    const error = await failure(() =>
      api.deliveryHeaders({ id: 'a', type: 'b', body: 'c', secret: 's', prefix: 5 as never }),
    )
    expect(error).toMatchObject({ code: 'invalid_header' })
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
    ['Object', { amount: '1.00' }],
    ['Array', [1]],
    ['Number', 7],
    ['Promise', Promise.resolve('{}')],
    ['Blob', new Blob(['{}'])],
    ['Request', new Request('http://127.0.0.1', { method: 'POST', body: '{}' })],
  ])('a body that is a %s is diagnosed', async (found, value) => {
    const body = value as unknown as string
    for (const call of [() => api.sign(body, 's'), () => api.verify(body, `sha256=${'0'.repeat(64)}`, 's')]) {
      const error = await failure(call)
      expect(error).toBeInstanceOf(BodyError)
      expect(error).toMatchObject({
        code: 'invalid_body',
        message: expect.stringContaining(
          `but it is of type ${found}. Was it parsed before, or is an await missing?`,
        ),
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
