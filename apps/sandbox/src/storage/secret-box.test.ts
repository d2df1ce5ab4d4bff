import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StorageUnusable } from './errors.ts'
import { createSecretBox } from './secret-box.ts'

const oldKey = 'an old key of at least 32 characters'
const newKey = 'a new key of at least 32 characters!'

describe('a secret box', () => {
  it('gives back any text, with a key and without', () => {
    const boxes = [createSecretBox(), createSecretBox(oldKey), createSecretBox([newKey, oldKey])]
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((text) => `sealed:1:${text}`),
      fc.string().map((text) => `plain:${text}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        for (const box of boxes) expect(box.open(box.seal(text))).toBe(text)
      }),
    )
  })

  it('hides what it seals, differently each time', () => {
    const box = createSecretBox(oldKey)
    const sealed = box.seal('whsec_secret')

    expect(sealed).not.toContain('secret')
    expect(Buffer.from(sealed.slice('sealed:1:'.length), 'base64url').toString('latin1')).not.toContain(
      'secret',
    )
    expect(box.seal('whsec_secret')).not.toBe(sealed)
  })

  it('stores as it is when there is no key, and opens that when there is one', () => {
    expect(createSecretBox().seal('whsec_secret')).toBe('whsec_secret')
    expect(createSecretBox(oldKey).open('whsec_secret')).toBe('whsec_secret')
  })

  it('opens with any of its keys and seals with the first: rotation', () => {
    const sealedBefore = createSecretBox(oldKey).seal('whsec_secret')
    const rotating = createSecretBox([newKey, oldKey])

    expect(rotating.open(sealedBefore)).toBe('whsec_secret')
    expect(createSecretBox(newKey).open(rotating.seal('whsec_secret'))).toBe('whsec_secret')
  })

  it('opens nothing with the wrong key, or without one, and says so', () => {
    const sealed = createSecretBox(oldKey).seal('whsec_secret')

    expect(() => createSecretBox(newKey).open(sealed)).toThrow('SVC_SECRET_KEY lacks the key')
    expect(() => createSecretBox().open(sealed)).toThrow('set SVC_SECRET_KEY')
  })

  it('notices any change of what was sealed', () => {
    const box = createSecretBox(oldKey)
    const bytes = Buffer.from(box.seal('whsec_secret').slice('sealed:1:'.length), 'base64url')

    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ flip
        expect(() => box.open(`sealed:1:${changed.toString('base64url')}`)).toThrow(StorageUnusable)
      }),
    )
    for (const cut of [0, 1, 27, bytes.length - 1]) {
      expect(() => box.open(`sealed:1:${bytes.subarray(0, cut).toString('base64url')}`)).toThrow(
        StorageUnusable,
      )
    }
  })

  it('refuses a key that could be guessed', () => {
    expect(() => createSecretBox('short')).toThrow('needs at least 32')
    expect(() => createSecretBox([newKey, ''])).toThrow('openssl rand -base64 32')
  })
})
