import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectSandbox } from '@svc/control'
import { openInbox } from '@svc/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asCaller, createSender } from '../../../sandbox/test/kit/index.ts'
import { type CommandLine, openCommandLine } from './command-line.ts'

/** A server, and its commands as JSON. */
async function openServed(args: string[] = ['--seed', 'empty']) {
  const line = openCommandLine()
  const server = await line.serve(args)
  const { send, close } = createSender(server.started.url)
  onTestFinished(close)
  const api = asCaller(send, server.started.apiKey)
  return { ...line, server, api, ...tools(line) }
}

const tools = (line: CommandLine) => ({
  /** Runs a command that must succeed, and returns what it printed. */
  async ok(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await line.run(args)
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return stdout.trim()
  },
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await line.run([...args, '--json'])
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return JSON.parse(stdout) as T
  },
})

const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

describe('commands', () => {
  it('say how to start a sandbox where there is none, or it was killed', async () => {
    const line = openCommandLine()
    const none = await line.run(['clock'])
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('Start one with "npx @svc/sandbox"')
    const server = await line.serve(['--seed', 'empty'])
    server.child.kill('SIGKILL')
    await server.finished
    expect((await line.run(['clock'])).stderr).toContain('No running sandbox found')
  })

  it('find one by environment, wherever they run', async () => {
    const { server } = await openServed()
    const elsewhere = openCommandLine()
    const { url, adminToken } = server.started
    const found = await elsewhere.run(['clock', '--json'], {
      env: { SVC_URL: url, SVC_ADMIN_TOKEN: adminToken },
    })
    expect(JSON.parse(found.stdout)).toMatchObject({ mode: 'real' })
    const refused = await elsewhere.run(['clock'], { env: { SVC_URL: url, SVC_ADMIN_TOKEN: 'wrong' } })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('admin token')
    const tokenless = await elsewhere.run(['clock', '--url', url])
    expect(tokenless.stderr).toContain('SVC_ADMIN_TOKEN')
  })

  it('clock, trigger, deliveries, resend, requests: an outage from end to end', async () => {
    const { ok, json, run, api } = await openServed(['--seed', 'empty', '--clock', 'manual'])
    expect(await ok('trigger', 'payment.created')).toContain('No endpoint is subscribed')
    const inbox = await openInbox({ respond: 503 })
    onTestFinished(() => inbox.close())
    await api('POST', '/webhooks', { body: { url: inbox.url, events: ['payment.created'] } })

    const fired = await json<{ delivery_ids: string[]; data: object }>(
      'trigger',
      'payment.created',
      '--data',
      '{"amount":"7.0000"}',
    )
    expect(fired.data).toMatchObject({ amount: '7.0000' })
    const id = fired.delivery_ids[0] ?? ''
    expect(await ok('clock', 'advance', '2h', '36m')).toMatch(/^2 h 36 min later: [45] attempts made\./)
    expect(await ok('deliveries', '--status', 'dead')).toMatch(
      new RegExp(`${id}\\s+payment.created\\s+dead\\s+5\\s+503`),
    )
    const why = await ok('explain', id)
    expect(why).toMatch(
      /given up after 5 attempts\.\n- Attempt 1 .*failed \(status\)[\s\S]*resend [\w-]+" makes one extra attempt\.\nWhat to do: Only 2xx/,
    )
    expect(await ok('explain')).toBe(why)
    expect(await ok('status')).toContain('1 given up ("npx @svc/sandbox explain" says why)')
    expect(await ok('deliveries', '--status', 'delivered')).toBe('No deliveries.')

    expect((await run(['resend', id])).code).toBe(1)
    inbox.respond = 204
    expect(await ok('resend', '--failed', '--since', '3h')).toBe('1 resent: 1 delivered, 0 failed again.')
    expect(await json('deliveries')).toMatchObject({ results: [{ id, status: 'delivered', attempts: 7 }] })

    await api('GET', '/bookings?page=9')
    const requests = await ok('requests', '--method', 'get')
    expect(requests.split('\n')).toHaveLength(1)
    expect(requests).toContain('/api/v1/client/bookings?page=9')
  })

  it('requests --follow goes on until it is stopped', async () => {
    const { start, api } = await openServed()
    await api('GET', '/bookings')
    const follow = start(['requests', '--follow', '--json'])
    await expect.poll(() => follow.output.stdout).toContain('/api/v1/client/bookings')
    await api('POST', '/payments', { body: payment })
    await expect.poll(() => follow.output.stdout).toContain('"method":"POST"')
    follow.child.kill('SIGINT')
    await follow.finished
    const ids = follow.output.stdout
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { id: string }).id)
    expect(new Set(ids).size).toBe(2)
  })

  it('end quietly when their output is closed', async () => {
    const { start, api } = await openServed()
    await api('GET', '/bookings')
    const follow = start(['requests', '--follow'])
    await expect.poll(() => follow.output.stdout).toContain('/bookings')
    follow.child.stdout?.destroy()
    await expect.poll(async () => (await api('GET', '/bookings'), follow.child.exitCode)).toBe(0)
    expect((await follow.finished).stderr).toBe('')
  })

  it('listen takes its endpoint away when its output is closed', async () => {
    const { start, json, ok } = await openServed()
    const listening = start(['listen', '--forward-to', 'http://127.0.0.1:9/hooks'])
    await expect.poll(() => listening.output.stdout).toContain('whsec_')
    listening.child.stdout?.destroy()
    await ok('trigger', 'payment.created')
    expect(await listening.finished).toMatchObject({ code: 0, stderr: expect.stringContaining('is removed') })
    expect(await json('endpoints', 'list')).toEqual([])
  })

  it('what follows says that the sandbox has stopped', async () => {
    const { start, server, api } = await openServed()
    const following = [start(['requests', '--follow']), start(['deliveries', '--follow'])]
    await api('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: ['payment.created'] } })
    // Both show what comes from then on.
    await expect
      .poll(async () => {
        await api('POST', '/payments', { body: payment })
        return following.map(({ output }) => output.stdout !== '')
      })
      .toEqual([true, true])
    server.child.kill('SIGTERM')
    for (const { finished } of following)
      expect(await finished).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^(?:No requests yet\.\n)?The sandbox has stopped\.\n$/),
      })
  })

  it('an export that is stopped leaves nothing behind', async () => {
    const { start, folder, ok, json } = await openServed(['--clock', 'manual'])
    await ok('seed', '--bookings', '20000')
    const before = readdirSync(folder)
    const exporting = start(['export', 'everything.json'])
    await expect
      .poll(() => readdirSync(folder).some((name) => name.endsWith('.tmp')), { interval: 2 })
      .toBe(true)
    exporting.child.kill('SIGINT')
    expect(await exporting.finished).toMatchObject({ signal: 'SIGINT' })
    expect(readdirSync(folder)).toEqual(before)
    expect(await json('clock')).toMatchObject({ mode: 'manual' })
  })

  it('listen takes its endpoint away when its terminal is closed', async () => {
    const { start, json } = await openServed()
    const listening = start(['listen', '--forward-to', 'http://127.0.0.1:9/hooks'])
    await expect.poll(() => listening.output.stdout).toContain('whsec_')
    listening.child.kill('SIGHUP')
    expect(await listening.finished).toMatchObject({ code: 0 })
    expect(await json('endpoints', 'list')).toEqual([])
  })

  it('listen takes the port of a server on this machine', async () => {
    const { start, ok, json } = await openServed()
    const inbox = await openInbox()
    onTestFinished(() => inbox.close())
    const { port } = new URL(inbox.url)
    const listening = start(['listen', '--forward-to', `${port}/hooks`, '--events', 'payment.created'])
    await expect.poll(() => listening.output.stderr).toContain('trigger payment.created')
    expect(await json('endpoints', 'list')).toMatchObject([{ url: `http://localhost:${port}/hooks` }])
    await ok('trigger', 'payment.created')
    await expect.poll(() => listening.output.stdout).toMatch(/delivered.*\/hooks/)
    listening.child.kill('SIGINT')
    expect(await listening.finished).toMatchObject({ code: 0 })
  })

  it('status says again what the start has said, for people, programs and .env files', async () => {
    const { ok, json, run, server } = await openServed()
    const { started } = server
    expect(await json('status')).toEqual(started)
    expect(await ok('status', '--env')).toBe(
      [
        `SVC_URL=${started.url}`,
        `SVC_API_KEY=${started.apiKey}`,
        `SVC_PROPERTY_ID=${started.propertyId}`,
        `SVC_ADMIN_TOKEN=${started.adminToken}`,
      ].join('\n'),
    )
    const calm = await ok('status')
    expect(calm).toContain(`${started.dashboardUrl}#token=${started.adminToken}`)
    expect(calm).toMatch(/API key +svc_.*\n[\s\S]*Clock .*running, as the machine$/)
    await ok('faults', 'add', '--status', '503')
    expect(await ok('status')).toMatch(/Faults +1 set/)

    // The key that is kept opens another property.
    const control = connectSandbox({ url: started.url, adminToken: started.adminToken })
    const other = await control.properties.create({ name: 'Second' })
    expect(await json('status', '--property', other.id)).toMatchObject({ propertyId: other.id, apiKey: null })
    expect(await ok('status', '--env', '--property', other.id)).toContain('# SVC_API_KEY: not kept')
    const both = await run(['status', '--env', '--json'])
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('--env') })
  })

  it('faults are added, listed and cleared', async () => {
    const { ok, json, run, api } = await openServed()
    const id = await ok('faults', 'add', '--status', '503', '--path', '/api/**', '--times', '1')
    expect((await api('GET', '/bookings')).status).toBe(503)
    expect((await api('GET', '/bookings')).status).toBe(200)
    expect(await json('faults', 'list')).toMatchObject([{ id, applied: 1, remaining: 0 }])
    expect(await ok('faults')).toContain('status 503')
    await ok('faults', 'clear', id)
    expect(await ok('faults')).toBe('No faults.')
    const late = await run(['faults', 'add', '--timeout'])
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('add --when delivery') })
    const both = await run(['faults', 'add', '--status', '503', '--reset'])
    expect(both.stderr).toContain('Give one of --status')
  })

  it('snapshot, restore and reset', async () => {
    const { ok, run, api } = await openServed(['--clock', 'manual'])
    const count = async () => (await api('GET', '/bookings')).json.total_count as number
    const id = await ok('snapshot')
    await ok('seed', '--bookings', '5')
    expect(await count()).toBe(65)
    await ok('restore', id)
    expect(await count()).toBe(60)
    await ok('seed', '--bookings', '5', '--seed', 'again')
    expect((await run(['seed', '--bookings', '5', '--seed', 'again'])).stderr).toContain(
      'has been used here already',
    )
    await ok('reset')
    expect(await count()).toBe(60)
    expect((await run(['restore', 'nothing'])).stderr).toContain('No snapshot')
  })

  it('export and import, through a server in memory and without any', async () => {
    const { folder, ok, run, api, server, serve } = await openServed([
      '--database',
      ':memory:',
      '--seed',
      'hostel',
    ])
    const there = ['--database', ':memory:']
    expect(await ok('export', 'all.json', ...there)).toMatch(/^all\.json: \d+ KiB$/)
    const text = readFileSync(join(folder, 'all.json'), 'utf8')
    expect(text).not.toContain(server.started.apiKey)
    await ok('seed', '--bookings', '5', ...there)
    await ok('import', 'all.json', ...there)
    expect((await api('GET', '/bookings')).json.total_count).toBe(60)

    // Of a server that was started with another property.
    const { started } = await serve(['--database', 'other.db', '--seed', 'empty'])
    await ok('import', 'all.json', '--database', 'other.db')
    expect(await ok('bookings', '--limit', '1', '--database', 'other.db')).toContain('60 in all')
    expect((await run(['bookings', '--property', started.propertyId, '--database', 'other.db'])).code).toBe(1)

    await ok('import', 'all.json', '--database', 'copy/x.db')
    await ok('export', 'copy.json', '--database', 'copy/x.db')
    const tables = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')).tables
    expect(tables('copy.json').bookings).toEqual(tables('all.json').bookings)

    writeFileSync(join(folder, 'other.json'), '{"format":"something else"}')
    expect((await run(['import', 'other.json', ...there])).stderr).toContain('is no export')
    expect((await run(['import', 'none.json', ...there])).stderr).toContain('cannot be read')
    expect((await run(['export', 'x.json', '--database', 'none/x.db'])).stderr).toContain(
      'There is no database',
    )
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('an export never takes the place of the database or a folder', async () => {
    const { folder, run, api } = await openServed()
    const database = join(folder, '.svc', 'sandbox.db')
    symlinkSync(database, join(folder, 'link'))
    for (const file of [database, 'link', join(folder, '.svc', '..', '.svc', 'sandbox.db')]) {
      const refused = await run(['export', file])
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is the database itself') })
    }
    expect((await api('GET', '/bookings')).status).toBe(200)
    expect((await run(['export', '.'])).stderr).toMatch(/^error: \. cannot be written: EISDIR/)
    expect((await run(['export', `${'x'.repeat(300)}.json`])).stderr).toContain(
      'cannot be written: ENAMETOOLONG',
    )
  })

  it('an import says what is wrong with its file', async () => {
    const { folder, ok, run } = await openServed()
    await ok('export', 'all.json')
    const text = readFileSync(join(folder, 'all.json'), 'utf8')
    const wrong = {
      'cut.json': [text.slice(0, -5), 'is not whole, perhaps cut off'],
      'tables.json': [
        '{"format":"svc-sandbox-export","version":1}',
        '"tables", the rows of each table, is missing',
      ],
      'rows.json': ['{"format":"svc-sandbox-export","version":1,"tables":{"payments":1}}', 'is not whole'],
      'later.json': ['{"format":"svc-sandbox-export","version":2}', 'reads version 1'],
      'empty.json': ['', 'is empty'],
    }
    for (const [file, [content = '', why]] of Object.entries(wrong)) {
      writeFileSync(join(folder, file), content)
      const { code, stderr } = await run(['import', file])
      expect([file, code, stderr]).toEqual([file, 1, expect.stringContaining(why ?? '')])
    }
  })

  it('an export that fails leaves the old file as it was', async () => {
    const { folder, ok, run, server } = await openServed()
    await ok('export', 'kept.json')
    const before = readFileSync(join(folder, 'kept.json'), 'utf8')
    const { url } = server.started
    const env = { SVC_URL: url, SVC_ADMIN_TOKEN: 'wrong', SVC_PROPERTY_ID: server.started.propertyId }
    expect((await run(['export', 'kept.json'], { env })).code).toBe(1)
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(before)
  })

  it('a backup that cannot be written is not put down to the database', async () => {
    const { folder, ok, run } = await openServed()
    const nowhere = await run(['backup', 'no/such/folder/copy.db'])
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no folder') })
    expect(nowhere.stderr).not.toContain('sandbox.db')
    await ok('backup', join(folder, 'copy.db'))
  })

  it('backup copies the database while it is served, and the copy is a database', async () => {
    const { folder, ok, api, serve } = await openServed()
    await api('POST', '/payments', { body: payment })
    expect(await ok('backup', 'copy.db')).toMatch(/^copy\.db: \d+ KiB$/)
    const { started } = await serve(['--database', join(folder, 'copy.db')])
    expect(existsSync(join(folder, 'copy.db.credentials.json'))).toBe(true)
    const list = await fetch(`${started.url}/api/v1/client/payments`, {
      headers: { 'X-API-Key': started.apiKey },
    })
    expect(await list.json()).toHaveLength(1)
  })

  it('seed works on a database without a server, and says how far it came', async () => {
    const line = openCommandLine()
    const { ok, json } = tools(line)
    expect(await ok('seed', '--bookings', '1200')).toMatch(
      /^1200 bookings with \d+ payments added in [\d.]+ s\.$/,
    )
    expect(await json('seed', '--bookings', '10', '--seed', '7')).toMatchObject({ bookings: 10, seed: '7' })
    const { started } = await line.serve()
    const response = await fetch(`${started.url}/api/v1/client/bookings`, {
      headers: { 'X-API-Key': started.apiKey },
    })
    expect(await response.json()).toMatchObject({ total_count: 1210 })
    const memory = await line.run(['seed', '--bookings', '1', '--database', ':memory:', '--url', ''])
    expect(memory.code).toBe(1)
  })
})

describe('svc-sandbox exec', () => {
  it('runs a command against a sandbox of its own and passes its exit code on', async () => {
    const line = openCommandLine()
    const script = `
      const { SVC_URL, SVC_API_KEY, SVC_PROPERTY_ID, SVC_ADMIN_TOKEN } = process.env
      const list = await fetch(SVC_URL + '/api/v1/client/bookings', { headers: { 'X-API-Key': SVC_API_KEY } })
      const made = await fetch(SVC_URL + '/sandbox/properties/' + SVC_PROPERTY_ID + '/bookings',
        { method: 'POST', headers: { authorization: 'Bearer ' + SVC_ADMIN_TOKEN } })
      console.log(list.status, made.status, process.argv.slice(1).join('|'))
      process.exit(7)`
    const args = ['--input-type=module', '-e', script, '--', '--port', 'x y']
    const { code, stdout, stderr } = await line.run(['exec', '--', process.execPath, ...args])
    expect([code, stdout, stderr]).toEqual([7, '200 201 --port|x y\n', ''])
    expect(readdirSync(line.folder)).toEqual([])
  })

  it('passes signals on, and says which one ended the command', async () => {
    const line = openCommandLine()
    const script = `process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(3) }); console.log('up'); setInterval(() => {}, 1000)`
    const running = line.start(['exec', '--', process.execPath, '-e', script])
    await expect.poll(() => running.output.stdout).toContain('up')
    running.child.kill('SIGTERM')
    expect(await running.finished).toMatchObject({ code: 3, stdout: 'up\nasked to stop\n' })

    const killed = await line.run([
      'exec',
      '--',
      process.execPath,
      '-e',
      'process.kill(process.pid, "SIGKILL")',
    ])
    expect(killed.code).toBe(137)
  })

  it('says when there is no such command', async () => {
    const { code, stderr } = await openCommandLine().run(['exec', '--', 'no-such-command-anywhere'])
    expect(code).toBe(127)
    expect(stderr).toContain('no-such-command-anywhere cannot be started: there is no such command')
  })
})
