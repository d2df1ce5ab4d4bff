import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EVENT_TEXT, runtimes } from '../test/support.ts'
import { sign } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe.each(runtimes)('several secrets on $name', ({ name, api }) => {
  const secrets = ['new', new TextEncoder().encode('current'), 'old']

  it.each([
    ['new', 0],
    ['current', 1],
    ['old', 2],
  ])('tells that "%s" is number %i', async (secret, index) => {
    const header = sign(EVENT_TEXT, secret)
    expect(await api.check(EVENT_TEXT, header, secrets)).toEqual({ ok: true, secret: index })
    expect(await api.createVerifier(secrets).check(EVENT_TEXT, header)).toEqual({ ok: true, secret: index })
    expect(await api.verify(EVENT_TEXT, header, secrets)).toBe(true)
  })

  it('names the first of two equal secrets, and none for a stranger', async () => {
    expect(await api.check(EVENT_TEXT, sign(EVENT_TEXT, 'a'), ['b', 'a', 'a'])).toEqual({
      ok: true,
      secret: 1,
    })
    expect(await api.verify(EVENT_TEXT, sign(EVENT_TEXT, 'stranger'), secrets)).toBe(false)
  })

  it.each(['new', 'old', 'stranger'])(
    'compares with all three in constant time when "%s" signed',
    async (secret) => {
      const compare = vi.spyOn(nodeCrypto, 'timingSafeEqual')
      // What has imported it by its name gets the spy too.
      syncBuiltinESMExports()
      const verify = vi.spyOn(crypto.subtle, 'verify')
      await api.check(EVENT_TEXT, sign(EVENT_TEXT, secret), secrets)
      expect(name === 'node' ? compare : verify).toHaveBeenCalledTimes(3)
    },
  )

  it('keeps the prepared key when the bytes it was made from are wiped', async () => {
    const key = new TextEncoder().encode('current')
    const signer = api.createSigner(key)
    const verifier = api.createVerifier([key])
    key.fill(0)
    const header = await signer.sign(EVENT_TEXT)
    expect(header).toBe(sign(EVENT_TEXT, 'current'))
    expect(await verifier.verify(EVENT_TEXT, header)).toBe(true)
  })
})
