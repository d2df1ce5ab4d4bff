import { describe, expect, it } from 'vitest'
import { signedDeliveries as expressDeliveries } from './express.ts'
import { signedDeliveries as fastifyDeliveries } from './fastify.ts'
import { signedDeliveries as fetchDeliveries } from './fetch.ts'
import { createSigner, createVerifier, deliveryHeaders, readDeliveryHeaders, sign, verify } from './index.ts'
import { deliveryHeaders as webDeliveryHeaders } from './web.ts'

const secret = 'whsec_test'
const delivery = { id: 'a', type: 'payment.created', body: '{}', secret }
const refused = (meant: string) =>
  expect.objectContaining({
    name: 'SigningError',
    code: 'invalid_option',
    message: expect.stringContaining(meant) as string,
  })

describe('an unknown option is refused with the one that was meant (D25)', () => {
  it.each<[string, () => unknown, string]>([
    ['deliveryHeaders', () => deliveryHeaders({ ...delivery, prefx: 'X-Hub' } as never), '"prefix"'],
    ['the nearest of several', () => deliveryHeaders({ ...delivery, typ: 'a' } as never), '"type"'],
    ['readDeliveryHeaders', () => readDeliveryHeaders({}, { Prefix: 'X-Hub' } as never), '"prefix"'],
    ['the Express adapter', () => expressDeliveries({ secret, onrefused: () => {} } as never), '"onRefused"'],
    [
      'the Fetch adapter',
      () => fetchDeliveries({ secret, limit: 5 } as never, () => new Response()),
      'there are',
    ],
    ['an option of everything', () => expressDeliveries({ secret, constructor: 1 } as never), 'there are'],
  ])('%s', (_name, call, meant) => {
    expect(call).toThrow(refused(meant))
  })

  it.each([
    ['prefixabc', '"prefix"'],
    ['xyzprefix', '"prefix"'],
    ['qqqfix', '"prefix"'],
    ['fix', '"prefix"'],
    ['prefixabcd', 'there are'],
    ['ix', 'there are'],
  ])('up to three letters away is near: %s', (name, meant) => {
    expect(() => readDeliveryHeaders({}, { [name]: 'X-Hub' })).toThrow(refused(meant))
  })

  it('the asynchronous ones reject', async () => {
    await expect(webDeliveryHeaders({ ...delivery, pre_fix: 'X-Hub' } as never)).rejects.toEqual(
      refused('"prefix"'),
    )
    const scope = { hasRequestDecorator: () => true, decorateRequest: () => {}, addHook: () => {} }
    await expect(fastifyDeliveries(scope, { secret, bodylimit: 5 } as never)).rejects.toEqual(
      refused('"bodyLimit"'),
    )
    // Fastify hands its own options on.
    await fastifyDeliveries(scope, { secret, prefix: '/hooks', logLevel: 'warn' } as never)
  })

  it('adapters that are used in another way than they are made for say how', async () => {
    for (const options of [undefined, secret]) {
      expect(() => expressDeliveries(options as never)).toThrow(
        refused('signedDeliveries takes an object of options (secret, '),
      )
    }
    expect(() => fetchDeliveries({ secret }, undefined as never)).toThrow(refused('takes the handler too'))
    await expect(fastifyDeliveries({ secret } as never, undefined as never)).rejects.toEqual(
      refused('app.register(signedDeliveries, { secret })'),
    )
    const receive = fetchDeliveries({ secret }, () => new Response())
    for (const context of [undefined, { req: {} }, { headers: { host: 'x' } }]) {
      await expect(receive(context as never)).rejects.toThrow('(c) => receive(c.req.raw)')
    }
  })

  it('an object of options in place of a secret is refused too', () => {
    const options = { secret } as never
    for (const call of [
      () => sign('{}', options),
      () => createSigner(options),
      () => verify('{}', '', options),
      () => createVerifier(options),
    ]) {
      expect(call).toThrow(expect.objectContaining({ code: 'invalid_secret' }))
    }
  })
})
