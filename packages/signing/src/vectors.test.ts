import { describe, expect, it } from 'vitest'
import { runtimes } from '../test/support.ts'

const bytes = (hex: string, times: number) => new Uint8Array(Buffer.from(hex.repeat(times), 'hex'))

/** RFC 4231 section 4; case 5 is the truncated one and has nothing to say about whole digests. */
const RFC_4231 = [
  {
    name: 'case 1',
    key: bytes('0b', 20),
    data: 'Hi There',
    hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    name: 'case 2, a key shorter than the digest',
    key: 'Jefe',
    data: 'what do ya want for nothing?',
    hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    name: 'case 3',
    key: bytes('aa', 20),
    data: bytes('dd', 50),
    hex: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    name: 'case 4',
    key: Uint8Array.from({ length: 25 }, (_, index) => index + 1),
    data: bytes('cd', 50),
    hex: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    name: 'case 6, a key longer than a block',
    key: bytes('aa', 131),
    data: 'Test Using Larger Than Block-Size Key - Hash Key First',
    hex: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    name: 'case 7, key and data longer than a block',
    key: bytes('aa', 131),
    data:
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
      'The key needs to be hashed before being used by the HMAC algorithm.',
    hex: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
]

// GitHub uses the same header format and publishes this vector for its users' libraries.
const GITHUB = {
  name: "GitHub's published vector",
  key: "It's a Secret to Everybody",
  data: 'Hello, World!',
  hex: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
}

// Made with OpenSSL: a secret is text in UTF-8, and so is a body.
const ACCENTS = {
  name: 'a secret that is not ASCII',
  key: 'clé-ключ-鍵',
  data: '{"guest":"Żółć"}',
  hex: '6172542f51cd55e7f45798fcf8f75083698c6f51c56edcd1a943242074da5de1',
}

describe.each(runtimes)('published vectors on $name', ({ api }) => {
  it.each([GITHUB, ACCENTS, ...RFC_4231])('$name', async ({ key, data, hex }) => {
    expect(await api.sign(data, key)).toBe(`sha256=${hex}`)
    expect(await api.createSigner(key).sign(data)).toBe(`sha256=${hex}`)
    expect(await api.verify(data, `sha256=${hex}`, key)).toBe(true)
    expect(await api.createVerifier(key).check(data, `sha256=${hex}`)).toEqual({ ok: true, secret: 0 })
  })

  it('takes the whole string as the key, whsec_ included', async () => {
    const whole = await api.sign('body', new TextEncoder().encode('whsec_abc'))
    expect(await api.sign('body', 'whsec_abc')).toBe(whole)
    expect(await api.sign('body', 'abc')).not.toBe(whole)
  })
})
