import { describe, expect, it, vi } from 'vitest'
import { EVENT_TEXT, runtimes, SECRET } from '../../test/support.ts'
import { sign } from '../index.ts'
import { createReceive, type Incoming } from './receive.ts'
import { INCOMPLETE_BODY } from './refusal.ts'

const bytes = new TextEncoder().encode(EVENT_TEXT)

/** A request with this signature whose body is the event, and a spy that tells whether the body was read. */
function incoming(
  signature: string | null,
  body = vi.fn<Incoming<[string], Uint8Array>['body']>(() => bytes),
) {
  const header = vi.fn<(name: string) => string | null>(() => signature)
  return { args: ['request'] as [string], header, body }
}

describe.each(runtimes)('receive with the verifier of $name', ({ api }) => {
  it('resolves with the very bytes that were signed', async () => {
    const receive = createReceive<[string]>({ secret: SECRET, headerPrefix: 'X-Hub' }, api.createVerifier)
    const request = incoming(sign(EVENT_TEXT, SECRET))
    expect(await receive(request)).toBe(bytes)
    expect(request.header).toHaveBeenCalledWith('X-Hub-Signature')
  })

  it.each([
    [null, 'missing'],
    ['sha256=ABC', 'malformed'],
  ])('refuses the header %j before it asks for the secret or the body', async (header, reason) => {
    const secret = vi.fn<(request: string) => string>(() => SECRET)
    const onRefused = vi.fn<(reason: string, request: string) => void>()
    const request = incoming(header)
    const received = await createReceive<[string]>({ secret, onRefused }, api.createVerifier)(request)
    expect(received).toMatchObject({ status: 401, body: { code: `signature_${reason}` } })
    expect(secret).not.toHaveBeenCalled()
    expect(request.body).not.toHaveBeenCalled()
    expect(onRefused.mock.calls).toEqual([[reason, 'request']])
  })

  it('refuses a signature of other bytes', async () => {
    const onRefused = vi.fn<(reason: string, request: string) => void>()
    const receive = createReceive<[string]>({ secret: () => SECRET, onRefused }, api.createVerifier)
    expect(await receive(incoming(sign('other', SECRET)))).toMatchObject({
      status: 401,
      body: { code: 'signature_mismatch' },
    })
    expect(onRefused.mock.calls).toEqual([['mismatch', 'request']])
  })

  it('hands on the refusal of a body that cannot be had, which says nothing of the signature', async () => {
    const onRefused = vi.fn<(reason: string, request: string) => void>()
    const receive = createReceive<[string]>({ secret: SECRET, onRefused }, api.createVerifier)
    const body = vi.fn<Incoming<[string], Uint8Array>['body']>(() => INCOMPLETE_BODY)
    expect(await receive(incoming(sign(EVENT_TEXT, SECRET), body))).toBe(INCOMPLETE_BODY)
    expect(onRefused).not.toHaveBeenCalled()
  })
})
