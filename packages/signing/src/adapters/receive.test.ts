import { describe, expect, it, vi } from 'vitest'
import { EVENT_TEXT, runtimes, SECRET } from '../../test/support.ts'
import { createVerifier, sign } from '../index.ts'
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

it.each([
  ['bodyLimit', '1mb'],
  ['bodyLimit', Number.NaN],
  ['bodyLimit', -1],
  ['onRefused', 'log'],
  ['signaturePrefix', 5],
])('%s: %j fails the start and not a delivery', (name, value) => {
  const options = { secret: SECRET, [name]: value }
  expect(() => createReceive(options as never, createVerifier)).toThrow(
    expect.objectContaining({
      code: 'invalid_option',
      message: expect.stringContaining(`The option ${name} must be`),
    }),
  )
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no disk')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no disk'))],
])('an onRefused that %s changes no answer, and is told once', async (_name, onRefused) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const receive = createReceive<[string]>({ secret: SECRET, onRefused }, createVerifier)
  for (let time = 0; time < 2; time++) {
    expect(await receive(incoming('wrong'))).toMatchObject({ status: 401 })
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(warn.mock.calls).toEqual([[expect.stringContaining('no disk'), { code: 'SVC_SIGNING_HOOK' }]])
  warn.mockRestore()
})

describe.each(runtimes)('receive with the verifier of $name', ({ api }) => {
  it('resolves with the very bytes that were signed', async () => {
    const receive = createReceive<[string]>({ secret: SECRET, headerPrefix: 'X-Hub' }, api.createVerifier)
    const request = incoming(sign(EVENT_TEXT, SECRET))
    expect(await receive(request)).toBe(bytes)
    expect(request.header).toHaveBeenCalledWith('X-Hub-Signature')
  })

  it.each([
    ['X-Hub-Signature-256', undefined, 'sha256='],
    [['X-New-Signature', 'x-hub-signature-256'], undefined, 'sha256='],
    ['X-Hub-Signature-256', 'v0=', 'v0='],
    ['X-Hub-Signature-256', '', ''],
  ])('takes the header %j with the beginning %j', async (header, signaturePrefix, beginning) => {
    const options = { secret: SECRET, header, signaturePrefix }
    const receive = createReceive<[string]>(options, api.createVerifier)
    const hex = sign(EVENT_TEXT, SECRET).slice('sha256='.length)
    const asking = (values: Record<string, string>) => ({
      ...incoming(null),
      header: (name: string) => values[name.toLowerCase()] ?? null,
    })
    expect(await receive(asking({ 'x-hub-signature-256': beginning + hex }))).toBe(bytes)
    expect(await receive(asking({ 'x-svc-signature': `sha256=${hex}` }))).toMatchObject({
      body: { code: 'signature_missing', message: expect.stringMatching(/hub-signature-256/i) },
    })
    for (const wrong of [`sha1=${hex}`, `${beginning}${hex}0`, `${beginning}${hex.toUpperCase()}`]) {
      expect(await receive(asking({ 'x-hub-signature-256': wrong }))).toMatchObject({
        body: { code: 'signature_malformed', message: expect.stringContaining(beginning) },
      })
    }
  })

  it('reads the first of several headers that a request carries, and no other', async () => {
    const header = ['X-New', 'X-Old']
    const receive = createReceive<[string]>({ secret: SECRET, header }, api.createVerifier)
    const right = sign(EVENT_TEXT, SECRET)
    const receiving = (values: Record<string, string>) =>
      receive({ ...incoming(null), header: (name) => values[name] })
    expect(await receiving({ 'X-Old': right })).toBe(bytes)
    expect(await receiving({ 'X-New': '', 'X-Old': right })).toBe(bytes)
    expect(await receiving({ 'X-New': right, 'X-Old': 'x' })).toBe(bytes)
    expect(await receiving({ 'X-New': sign('other', SECRET), 'X-Old': right })).toMatchObject({
      body: { code: 'signature_mismatch', message: expect.stringContaining('X-New or X-Old') },
    })
  })

  it('takes a list of one value for the value, and an empty one for no header', async () => {
    const right = sign(EVENT_TEXT, SECRET)
    const v0 = right.replace('sha256=', 'v0=')
    const receiving = (signaturePrefix: string, values: Record<string, string[]>) =>
      createReceive<[string]>(
        { secret: SECRET, header: ['X-New', 'X-Old'], signaturePrefix },
        api.createVerifier,
      )({ ...incoming(null), header: (name) => values[name] })
    const malformed = { body: { code: 'signature_malformed' } }
    expect(await receiving('sha256=', { 'X-New': [right] })).toBe(bytes)
    expect(await receiving('sha256=', { 'X-New': [], 'X-Old': [right] })).toBe(bytes)
    expect(await receiving('v0=', { 'X-New': [v0] })).toBe(bytes)
    expect(await receiving('v0=', { 'X-New': [v0, v0] })).toMatchObject(malformed)
    expect(await receiving('v0=', { 'X-New': [v0], 'X-Old': [right] })).toBe(bytes)
    expect(await receiving('sha256=', { 'X-New': ['other'], 'X-Old': [right] })).toMatchObject(malformed)
  })

  it.each(['', 'a b', [], ['X-Ok', 'a:b']])('refuses %j as the name of a header at once', (header) => {
    expect(() => createReceive<[string]>({ secret: SECRET, header }, api.createVerifier)).toThrow(
      expect.objectContaining({ code: 'invalid_header' }),
    )
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
