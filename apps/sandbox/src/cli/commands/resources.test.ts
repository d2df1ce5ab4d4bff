import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import type { Booking, Payment } from '@svc/models'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../index.ts'
import { buildProgram } from '../program.ts'
import { resourceNames } from './resources.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'manual' })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => sandbox.close())

/** Runs one command line against the sandbox; resolves to what it printed. */
async function run(...args: string[]): Promise<string> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += stripVTControlCharacters(String(text))
    return true
  })
  const program = buildProgram(args).exitOverride()
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    command.exitOverride().configureOutput({ writeErr: () => {} })
  }
  try {
    await program.parseAsync([...args, '--url', sandbox.url, '--admin-token', sandbox.adminToken], {
      from: 'user',
    })
  } finally {
    write.mockRestore()
  }
  return out
}
const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await run(...args, '--json')) as T

describe('commands from the operation table', () => {
  it('bookings', async () => {
    const made = await json<Booking>(
      'bookings',
      'create',
      '--status',
      'confirmed',
      '--total',
      '5000',
      '--guest',
      '{"first_name":"Zoë"}',
    )
    expect(made).toMatchObject({ status: 'confirmed', total: 5000, guest: { first_name: 'Zoë' } })
    expect(await json('bookings', 'update', made.id, '--status', 'paid')).toMatchObject({ status: 'paid' })
    expect(await run('bookings')).toMatch(
      new RegExp(`id .*status[\\s\\S]*${made.id}.*paid[\\s\\S]*page 1 of 1, 1 in all`),
    )
    expect(await json('bookings', 'list', '--status', 'new', '--limit', '5')).toMatchObject({
      total_count: 0,
    })
    expect(await run('bookings', 'cancel', made.id)).toBe('Cancelled.\n')
    expect(await run('bookings', 'get', made.id)).toMatch(/status +cancelled/)
  })

  it('payments', async () => {
    const given = [
      '--amount',
      '120.50',
      '--payment-method',
      'Bank Transfer',
      '--type',
      'income',
      '--description',
      'note',
    ]
    const made = await json<Payment>('payments', 'create', ...given)
    expect(made).toMatchObject({ amount: '120.5000', description: 'note' })
    expect(await json('payments', 'update', made.id, '--description', 'null')).toMatchObject({
      description: null,
    })
    expect(await run('payments', 'delete', made.id)).toContain('Deleted')
    expect(await json('payments', 'get', made.id)).toMatchObject({ status: false })
  })

  it('a text that a partner wrote does nothing to the terminal', async () => {
    const description = 'a\u001B[2J\u0007b\nc\u202Ed\u009Be Zoë – 你'
    const shown = String.raw`a\u001b[2J\u0007b\nc\u202ed\u009be Zoë – 你`
    const made = await sandbox.control.payments.create({
      amount: '1',
      paymentMethod: 'Cash',
      type: 'income',
      description,
    })
    expect(await run('payments', 'list', '--limit', '1')).toContain(shown)
    expect(await run('payments', 'get', made.id)).toContain(`${shown}\n`)
    expect(await json('payments', 'get', made.id)).toMatchObject({ description })
  })

  it('endpoints', async () => {
    const made = await json<{ id: string; secret: string }>(
      'endpoints',
      'create',
      '--endpoint-url',
      'http://127.0.0.1:9/hooks',
      '--events',
      'payment.created,booking.created',
    )
    expect(made).toMatchObject({ events: ['payment.created', 'booking.created'] })
    expect(await json('endpoints', 'update', made.id, '--is-active', 'false')).toMatchObject({
      is_active: false,
    })
    expect(await run('endpoints')).toContain('payment.created, booking.created')
    expect((await json<{ secret: string }>('endpoints', 'rotate', made.id)).secret).not.toBe(made.secret)
    expect(await run('endpoints', 'delete', made.id)).toContain('Removed')
    expect(await run('endpoints')).toBe('None.\n')
    const near = ['endpoints', 'create', '--endpoint-url', '4020/webhooks', '--events', 'payment.created']
    const onThisMachine = await json<{ id: string; url: string }>(...near)
    expect(onThisMachine.url).toBe('http://localhost:4020/webhooks')
    await run('endpoints', 'delete', onThisMachine.id)
    const misspelt = await run(
      'endpoints',
      'create',
      '--endpoint-url',
      'http://127.0.0.1:9/',
      '--events',
      'payment.created, x',
    ).catch((error: unknown) => error)
    expect(misspelt).toMatchObject({ details: [{ path: '--events "x"' }] })
    await expect(run('bookings', 'create', '--stay-dates', '2030-01-01')).rejects.toThrow(
      '[{"date": …, "amount": …}]',
    )
    // `run` gives --url, as somebody does who means the endpoint.
    await expect(run('endpoints', 'create', '--events', 'payment.created')).rejects.toThrow(
      'is --endpoint-url',
    )
    await expect(run('endpoints', 'update', made.id)).rejects.toThrow('is --endpoint-url')
  })

  it('keys and origins', async () => {
    const made = await json<{ id: string; key: string }>('keys', 'create', '--name', 'night audit')
    const answer = await fetch(`${sandbox.url}/api/v1/client/bookings`, {
      headers: { 'X-API-Key': made.key },
    })
    expect(answer.status).toBe(200)
    expect(await run('keys')).toContain('night audit')
    expect(await run('keys', 'delete', made.id)).toBe('Deleted.\n')
    expect(await run('origins')).toBe('None.\n')
    expect(await run('origins', 'set', 'https://a.example', 'https://b.example')).toBe(
      'https://a.example\nhttps://b.example\n',
    )
    expect(await json('origins')).toEqual(['https://a.example', 'https://b.example'])
    expect(await json('origins', 'set')).toEqual([])
    const refused = await run('origins', 'set', 'https://a.example', 'b.example').catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ details: [{ path: '"b.example"' }] })
  })

  it('refuse what does not fit before anything is sent, and say what the sandbox refuses', async () => {
    await expect(run('payments', 'create', '--type', 'both')).rejects.toThrow(
      /Allowed choices are income, outgoing/,
    )
    await expect(run('bookings', 'create', '--total', 'much')).rejects.toThrow(/must be a whole number/)
    await expect(run('bookings', 'create', '--guest', '{')).rejects.toThrow(/must be JSON/)
    await expect(run('payments', 'create', '--amount', '5')).rejects.toMatchObject({
      code: 'validation_error',
    })
    await expect(run('bookings', 'get', randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each(resourceNames)(
    '%s: help shows its commands and an example; other command lines do not make them',
    (name) => {
      const named = buildProgram([name]).commands.find((command) => command.name() === name)
      expect(named?.commands.map((command) => command.name())).toContain('list')
      const other = buildProgram(['clock']).commands.find((command) => command.name() === name)
      expect(other?.description()).toBe(named?.description())
      expect(other?.commands).toEqual([])
    },
  )
})
