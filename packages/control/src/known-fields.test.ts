import { describe, expect, it } from 'vitest'
import { connectSandbox, type ConnectOptions, controlOpenapi, type SandboxControl } from './index.ts'

// Nothing listens there: a call that is sent rejects with `unreachable`.
const control = connectSandbox({ url: 'http://127.0.0.1:1', adminToken: 't', propertyId: 'p' })
const refused = (meant: string) => ({
  name: 'ControlError',
  code: 'invalid_option',
  status: null,
  message: expect.stringContaining(`did you mean ${meant}?`),
})

describe('an unknown option is refused before anything is sent (D25)', () => {
  it.each<[string, (control: SandboxControl) => Promise<unknown>, string]>([
    ['a filter', (c) => c.deliveries.list({ stauts: 'dead' } as object), 'status'],
    ['a field', (c) => c.bookings.create({ totl: 5 } as object), 'total'],
    ['clock', (c) => c.clock.set({ mod: 'manual' } as object), 'mode'],
    ['seed', (c) => c.bookings.seed({ bookings: 5, onprogress: () => {} } as never), 'onProgress'],
    ['export', (c) => c.export({ secret: true } as object), 'secrets'],
    ['exportStream', (c) => c.exportStream({ secret: true } as object), 'secrets'],
    ['a fault', (c) => c.faults.add({ wen: 'after', action: { type: 'reset' } } as never), 'when'],
    ['resendAll', (c) => c.deliveries.resendAll({ statuss: 'dead' } as never), 'status'],
    ['follow', async (c) => c.requests.follow({ metod: 'GET' } as object).next(), 'method'],
    ['changes', async (c) => c.changes({ singal: undefined } as object).next(), 'signal'],
  ])('%s', async (_name, call, meant) => {
    await expect(call(control)).rejects.toMatchObject(refused(meant))
  })

  it('connectSandbox and controlOpenapi', () => {
    expect(() => connectSandbox({ adminTokn: 't' } as ConnectOptions)).toThrow(
      expect.objectContaining(refused('adminToken')),
    )
    expect(() => controlOpenapi({ serverurl: '/' } as object)).toThrow(
      expect.objectContaining(refused('serverUrl')),
    )
  })
})
