import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openInbox } from '@svc/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../sandbox/test/kit/index.ts'
import { outerEnvironment, sandboxBin } from '../kit/run-program.ts'
import { openCommandLine } from './command-line.ts'

const environment = () => outerEnvironment() as Record<string, string>

/** A coding agent: the official client, with `svc-sandbox mcp` as a process of its own. */
async function openAgent(flags: readonly string[], cwd = freshFolder()) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [sandboxBin, 'mcp', ...flags],
    env: environment(),
    cwd,
    stderr: 'pipe',
  })
  const client = new Client({ name: 'a test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [part] = content
    return { isError, text: part?.type === 'text' ? part.text : '' }
  }
  return {
    client,
    call,
    async json<T = Record<string, unknown>>(name: string, args: Record<string, unknown> = {}): Promise<T> {
      const { isError, text: answer } = await call(name, args)
      expect([name, isError, isError ? answer : '']).toEqual([name, false, ''])
      return JSON.parse(answer) as T
    },
  }
}

describe('svc-sandbox mcp', () => {
  it('tells an agent why its webhooks fail, and lets it bring the retries', async () => {
    const { client, call, json } = await openAgent(['--start', '--seed', 'empty', '--clock', 'manual'])
    expect(client.getInstructions()).toContain('describe_sandbox')
    await using inbox = await openInbox({ respond: { status: 500, body: 'no database' } })

    const { environment: env } = await json<{ environment: Record<string, string> }>('describe_sandbox')
    expect(env).toMatchObject({ SVC_URL: expect.stringMatching(/^http:/), SVC_API_KEY: expect.any(String) })
    await json('client_create_webhook', { url: inbox.url, events: ['payment.created'] })
    const event = await json<{ delivery_ids: string[] }>('trigger_event', { type: 'payment.created' })
    await json('advance_clock', { seconds: 0 })

    const [deliveryId] = event.delivery_ids
    const { text: why } = await call('explain_delivery', { deliveryId })
    expect(why).toContain('failed (status): the receiver answered with something else than 2xx')
    expect(why).toContain('Its status was 500, its body "no database"')
    const [, seconds] = /advance_clock by (\d+) seconds/.exec(why) ?? []
    expect(await json<unknown[]>('list_due')).toMatchObject([{ delivery_id: deliveryId, attempt: 2 }])
    expect((await call('explain_delivery')).text).toContain(deliveryId)

    inbox.respond = 204
    await json('advance_clock', { seconds: Number(seconds) })
    expect((await call('explain_delivery', { deliveryId })).text).toContain('it arrived, after 2 attempts.')
    expect((await call('explain_delivery')).text).toBe('No delivery has failed.')
  })

  it('lets an agent be a partner and the property, and says refusals in words', async () => {
    const { call, json } = await openAgent(['--start', '--seed', 'empty'])
    const booking = await json('create_booking', { status: 'confirmed' })
    const cash = { bid: booking['id'], amount: '50.00', paymentMethod: 'Cash', type: 'income' }
    const key = crypto.randomUUID()
    const first = await json('client_create_payment', { ...cash, idempotency_key: key })
    const again = await json('client_create_payment', { ...cash, idempotency_key: key })
    expect(again).toEqual(first)
    expect(await json('list_payments', { limit: 10 })).toMatchObject({ total_count: 1 })
    expect(await json('client_list_bookings', { limit: 5 })).toMatchObject({ total_count: 1 })

    const refused = await call('client_create_payment', { ...cash, amount: 'fifty' })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.text).toMatch(/400 validation_error.*\n- amount .*\nWhat to do: Correct the fields/)
    const unknown = await call('get_booking', { bookingId: crypto.randomUUID() })
    expect(unknown).toMatchObject({
      isError: true,
      text: expect.stringContaining('What to do: Nothing has this id'),
    })
    expect(await call('get_booking')).toEqual({
      isError: true,
      text: expect.stringContaining('"bookingId" is missing'),
    })
    expect(await call('list_bookings', { limt: 3 })).toEqual({
      isError: true,
      text: expect.stringMatching(/no argument "limt".*takes .*limit/),
    })
    expect(
      await json('add_fault', { body: { when: 'before', action: { type: 'status', status: 503 } } }),
    ).toMatchObject({
      when: 'before',
    })
    expect((await call('client_list_payments')).text).toContain('list_faults shows it')
    expect(await call('clear_faults')).toEqual({ isError: false, text: 'Done (204).' })
  })

  it('finds the sandbox that runs here, and offers what is asked for', async () => {
    const line = openCommandLine()
    const { started } = await line.serve(['--seed', 'empty'])
    const { client, json, call } = await openAgent(['--tools', 'help,client', '--read-only'], line.folder)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'describe_sandbox',
      'explain_delivery',
      'client_list_bookings',
      'client_get_booking',
      'client_list_payments',
      'client_list_webhooks',
      'client_list_deliveries',
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    const { environment: env } = await json<{ environment: object }>('describe_sandbox')
    expect(env).toEqual({
      SVC_URL: started.url,
      SVC_API_KEY: started.apiKey,
      SVC_PROPERTY_ID: started.propertyId,
    })
    expect(await json<unknown[]>('client_list_payments')).toEqual([])
    await expect(call('client_create_payment')).rejects.toThrow(
      'There is no tool "client_create_payment" here: this server was started with --read-only',
    )
    expect(await call('explain_delivery', { delivery: 'x' })).toEqual({
      isError: true,
      text: expect.stringContaining('Did you mean deliveryId?'),
    })
    const nowhere = await call('explain_delivery', { deliveryId: crypto.randomUUID() })
    expect(nowhere).toEqual({
      isError: true,
      text: expect.stringContaining('What to do: Nothing has this id'),
    })

    // Elsewhere, with what opens it; without a key of the client API.
    const { url, adminToken } = started
    const elsewhere = await openAgent(['--url', url, '--admin-token', adminToken])
    expect(await elsewhere.json('get_clock')).toMatchObject({ mode: 'real' })
    expect(await elsewhere.call('client_list_bookings')).toEqual({
      isError: true,
      text: expect.stringContaining('Make one with create_api_key'),
    })
  })

  it('writes nothing but the protocol to stdout, and ends with stdin', async () => {
    const child = spawn(process.execPath, [sandboxBin, 'mcp', '--start', '--seed', 'empty'], {
      env: environment(),
      cwd: freshFolder(),
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [printed, said, closed] = [text(child.stdout), text(child.stderr), once(child, 'close')]
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a test', version: '1' },
    }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    await once(child.stdout, 'data')
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(await said).toBe('')
    const lines = (await printed).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1])
  })

  it('says how to start a sandbox where none runs, on stderr', async () => {
    const none = await openCommandLine().run(['mcp'])
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('No running sandbox found')
    const misspelt = await openCommandLine().run(['mcp', '--tools', 'clok'])
    expect(misspelt).toMatchObject({ code: 1, stdout: '' })
    expect(misspelt.stderr).toContain('not "clok"')
  })
})
