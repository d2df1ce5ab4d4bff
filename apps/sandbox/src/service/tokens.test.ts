import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newAdminToken, newApiKey, newSigningSecret } from './tokens.ts'

const runtime = { bytes: (size: number) => new Uint8Array(randomBytes(size)) }

describe('tokens', () => {
  it.each([
    ['a signing secret has 256 bits', newSigningSecret, /^whsec_[\w-]{43}$/],
    ['a key has 256 bits', newApiKey, /^svc_[\w-]{43}$/],
    ['a token of the control API has 192 bits', newAdminToken, /^svc_admin_[\w-]{32}$/],
  ])('%s, and no two are alike', (_name, make, form) => {
    expect(make(runtime)).toMatch(form)
    expect(make(runtime)).not.toBe(make(runtime))
  })
})
