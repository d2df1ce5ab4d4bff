import { describe, expect, it } from 'vitest'
import { runtimes } from '../test/support.ts'
import vectors from '../vectors.json' with { type: 'json' }
import type { Secret } from './types.ts'

/** Text as it is, so that both kinds of secrets and bodies are tried. */
type Encoded = { utf8?: string; hex?: string }
const decoded = ({ utf8, hex = '' }: Encoded): string | Uint8Array<ArrayBuffer> =>
  utf8 ?? Uint8Array.from(Buffer.from(hex, 'hex'))

it('the published vectors are of every kind', () => {
  const names = vectors.cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const reasons = vectors.cases.map(({ expected }) => expected.reason)
  expect(new Set(reasons)).toEqual(new Set([undefined, 'missing', 'malformed', 'mismatch']))
})

describe.each(runtimes)('published vectors on $name', ({ api }) => {
  it.each(vectors.cases)('$name', async ({ secrets: given, body: encoded, header, expected }) => {
    const secrets: Secret[] = given.map(decoded)
    const body = decoded(encoded)
    expect(await api.check(body, header, secrets)).toEqual(expected)
    expect(await api.verify(body, header, secrets)).toBe(expected.ok)
    expect(await api.createVerifier(secrets).check(body, header)).toEqual(expected)
  })

  it.each(vectors.cases.filter(({ expected, header }) => expected.ok && typeof header === 'string'))(
    'signs: $name',
    async ({ secrets, body, header, expected: { secret: index = 0 } }) => {
      const secret = decoded(secrets[index] ?? {})
      expect(await api.sign(decoded(body), secret)).toBe(header)
      expect(await api.createSigner(secret).sign(decoded(body))).toBe(header)
    },
  )
})
