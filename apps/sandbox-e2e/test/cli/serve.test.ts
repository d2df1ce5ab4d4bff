import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCommandLine, type Started } from './command-line.ts'

const bookings = async ({ url, apiKey }: Started) => {
  const response = await fetch(`${url}/api/v1/client/bookings`, { headers: { 'X-API-Key': apiKey } })
  return { status: response.status, body: (await response.json()) as { total_count: number } }
}
const pay = async ({ url, apiKey }: Started) => {
  const { status } = await fetch(`${url}/api/v1/client/payments`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ amount: '10.00', paymentMethod: 'Cash', type: 'income' }),
  })
  return status
}
const credentials = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.svc/credentials.json'), 'utf8'))

/** The records of the servers of the default database. */
const servers = (folder: string) => {
  const records = join(folder, '.svc/sandbox.db-servers')
  return readdirSync(records)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      ...(JSON.parse(readFileSync(join(records, name), 'utf8')) as object),
      mode: statSync(join(records, name)).mode & 0o777,
    }))
}

describe('svc-sandbox serve', () => {
  it('serves a realistic hostel, keeps its keys, stops on SIGTERM with 0, and comes back as it was', async () => {
    const { folder, serve } = openCommandLine()
    const first = await serve()
    expect(Object.keys(first.started)).toEqual(['url', 'dashboardUrl', 'propertyId', 'apiKey', 'adminToken'])
    const before = await bookings(first.started)
    expect(before).toMatchObject({ status: 200, body: { total_count: 60 } })
    expect((await fetch(first.started.dashboardUrl)).status).toBe(200)
    expect(statSync(join(folder, '.svc/credentials.json')).mode & 0o777).toBe(0o600)
    const { url, apiKey, adminToken, propertyId } = first.started
    expect(credentials(folder)).toEqual({ apiKey, adminToken, propertyId })
    const [server, ...others] = servers(folder)
    expect(server).toMatchObject({ url, pid: first.child.pid, adminToken, propertyId, mode: 0o600 })
    expect(others).toEqual([])

    first.child.kill('SIGTERM')
    expect(await first.finished).toMatchObject({ code: 0, stderr: '' })
    expect(credentials(folder)).toEqual({ apiKey, adminToken, propertyId })
    expect(existsSync(join(folder, '.svc/sandbox.db-servers'))).toBe(false)

    const second = await serve()
    expect(second.started).toMatchObject({ apiKey, adminToken, propertyId })
    expect(await bookings(second.started)).toEqual(before)
    second.child.kill('SIGINT')
    expect(await second.finished).toMatchObject({ code: 0 })
  })

  it('tells a person at a glance where it is, how to get in, and what to try', async () => {
    const { start } = openCommandLine()
    const { child, output, finished } = start(['--port', '0', '--database', ':memory:'])
    await expect.poll(() => output.stdout).toContain('have payments sent to your webhook')
    child.kill()
    const { stdout } = await finished
    for (const word of [
      '/api/v1/client',
      '/docs',
      '/dashboard',
      'API key',
      'Admin token',
      'Property',
      'Database',
    ]) {
      expect(stdout).toContain(word)
    }
    const commands = stdout.split('\n').filter((line) => line.startsWith('  curl '))
    expect(commands).toHaveLength(3)
    expect(commands[1]).toMatch(/Idempotency-Key: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)
  })

  it('takes every flag from the environment too; flags win, and "false" means no', async () => {
    const { folder, serve } = openCommandLine()
    const env = {
      SVC_DATABASE: join(folder, 'elsewhere/x.db'),
      SVC_SEED: 'empty',
      SVC_API_KEY: 'from-the-environment',
      SVC_ADMIN_TOKEN: 'token-of-the-environment',
      SVC_RATE_LIMIT: '7',
      SVC_NO_DASHBOARD: '1',
      SVC_TRUST_PROXY: 'false',
      // What Compose makes of a variable that nobody has set.
      SVC_HOST: '',
      SVC_PORT: '',
      SVC_LOG_LEVEL: ' ',
    }
    const { started } = await serve(['--api-key', 'from-the-flag'], { env })
    expect(started).toMatchObject({
      apiKey: 'from-the-flag',
      adminToken: 'token-of-the-environment',
      dashboardUrl: null,
    })
    const response = await fetch(`${started.url}/api/v1/client/bookings`, {
      headers: { 'X-API-Key': 'from-the-flag', 'X-Forwarded-For': '203.0.113.9' },
    })
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=7;w=60')
    expect(existsSync(join(folder, 'elsewhere/x.db.credentials.json'))).toBe(true)
  })

  it('a variable that says neither yes nor no is no yes', async () => {
    const { folder, run } = openCommandLine()
    const unclear = await run(['--port', '0'], { env: { SVC_INSECURE_HTTP: 'never' } })
    expect(unclear).toMatchObject({ code: 1, stdout: '' })
    expect(unclear.stderr).toContain('SVC_INSECURE_HTTP is 1 (as --insecure-http) or 0, not "never"')
    // Of a command that does not know the flag it is no concern.
    const other = await run(['clock'], { env: { SVC_INSECURE_HTTP: 'never' } })
    expect(other.stderr).toContain('No running sandbox')
    const tilde = await run(['--port', '0'], { env: { SVC_DATABASE: '~/sandbox.db' } })
    expect(tilde.stderr).toContain('$HOME')
    expect(readdirSync(folder)).toEqual([])
  })

  it('seeds an empty database only', async () => {
    const { run, serve } = openCommandLine()
    await run(['seed', '--bookings', '3'])
    const { started } = await serve()
    expect((await bookings(started)).body.total_count).toBe(3)
  })

  it('exits at once on a second signal', async () => {
    const { serve } = openCommandLine()
    const { started, child, finished } = await serve()
    // A request whose body never comes keeps an orderly stop waiting.
    const { port } = new URL(started.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/client/payments HTTP/1.1\r\nHost: x\r\nX-API-Key: ${started.apiKey}\r\nContent-Type: application/json\r\n` +
        'Idempotency-Key: 3e6b6ef0-78cf-4f3f-9b9d-62d0d50e8cd0\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    )
    // It has been read up to its body.
    await new Promise((resolve) => socket.once('data', resolve))
    child.kill('SIGTERM')
    // From then on no new connection is accepted. Open connections are still served.
    await expect
      .poll(() =>
        fetch(`${started.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await finished).toMatchObject({ code: 143 })
    socket.destroy()
  })

  it.each([
    [['--prot', '1'], 'Did you mean --port?'],
    [['srve'], 'Did you mean serve?'],
    [['--port', 'http'], 'a whole number from 0 to 65535'],
    [['--seed', 'motel'], 'Allowed choices are hostel, empty'],
    [['--rate-limit', '0'], 'It must be a whole number'],
    [['--host', '0.0.0.0'], '--insecure-http'],
    [['--tls-cert', 'a.pem'], '--tls-key is missing'],
    [['--tls-cert', 'none.pem', '--tls-key', 'none.pem'], '--tls-cert none.pem cannot be read'],
    [['--tls-cert', 'text.txt', '--tls-key', 'text.txt'], 'not in PEM form'],
    [['--database', 'text.txt'], 'text.txt'],
    [['--database', 'mysql://x'], 'postgres://'],
    [
      ['--host', '203.0.113.7', '--insecure-http', '--database', ':memory:', '--port', '0'],
      'no address of this machine',
    ],
  ])('refuses %j in words that help, without a stack', async (args, words) => {
    const { folder, run } = openCommandLine()
    writeFileSync(join(folder, 'text.txt'), 'just a text, long enough to be no empty file\n'.repeat(20))
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('    at ')
  })

  it('says what to do when the port is in use', async () => {
    const one = openCommandLine()
    const { started } = await one.serve()
    const { port } = new URL(started.url)
    const other = openCommandLine()
    const { code, stderr } = await other.run(['--port', port, '--database', ':memory:'])
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(stderr).toContain('--port 0')
  })

  it('D24: a second server on one file is refused, naming the first, unless it is --shared', async () => {
    const { run, serve, start } = openCommandLine()
    const first = await serve()
    const { code, stdout, stderr } = await run(['--port', '0'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`served already, by process ${first.child.pid} at ${first.started.url}`)
    expect(stderr).toContain('--shared')

    const second = await serve(['--shared'])
    expect(second.started).toMatchObject({
      apiKey: first.started.apiKey,
      adminToken: first.started.adminToken,
    })
    const found = async () => (await run(['clock', '--json'])).code
    expect(await found()).toBe(0)
    // One that stops leaves the address of the other, whichever it is, and one that is killed blocks nobody.
    second.child.kill('SIGTERM')
    await second.finished
    expect(await found()).toBe(0)
    first.child.kill('SIGKILL')
    await first.finished
    expect(await found()).toBe(1)
    const third = start(['--port', '0'])
    await expect.poll(() => third.output.stdout).toContain('is ready')
    // The link to the dashboard signs in.
    expect(third.output.stdout).toMatch(/Dashboard +http:\S+\/dashboard#token=svc_admin_/)
  })

  it('D24: one in memory leaves the keys and the address of the file beside it alone', async () => {
    const { folder, run, serve } = openCommandLine()
    const file = await serve(['--seed', 'empty'])
    const before = credentials(folder)
    const memory = await serve(['--database', ':memory:', '--api-key', 'x', '--admin-token', 'y'])
    expect(credentials(folder)).toEqual(before)
    expect(servers(folder)).toMatchObject([{ url: file.started.url }])
    const status = async (url: string, apiKey: string) =>
      (await bookings({ ...file.started, url, apiKey })).status
    expect(await status(file.started.url, 'x')).toBe(401)
    expect(await status(memory.started.url, 'x')).toBe(200)
    expect(await status(memory.started.url, before.apiKey)).toBe(401)

    // Each is found by its own database.
    const properties = async (...args: string[]) => (await run(['export', 'out.json', ...args])).code
    expect(await properties('--database', ':memory:')).toBe(0)
    expect(readFileSync(join(folder, 'out.json'), 'utf8')).toContain(memory.started.propertyId)
    memory.child.kill('SIGTERM')
    await memory.finished
    expect(await properties('--database', ':memory:')).toBe(1)
    expect(await properties()).toBe(0)
    expect(readFileSync(join(folder, 'out.json'), 'utf8')).toContain(file.started.propertyId)
    expect(credentials(folder)).toEqual(before)
  })

  it('D24: two databases in one folder have their own keys', async () => {
    const { serve } = openCommandLine()
    const one = await serve(['--database', 'data/one.db', '--seed', 'empty'])
    const two = await serve(['--database', 'data/two.db', '--seed', 'empty', '--api-key', 'x'])
    expect((await bookings({ ...one.started, apiKey: 'x' })).status).toBe(401)
    one.child.kill('SIGTERM')
    two.child.kill('SIGTERM')
    await Promise.all([one.finished, two.finished])
    const { apiKey, adminToken } = one.started
    expect((await serve(['--database', 'data/one.db'])).started).toMatchObject({ apiKey, adminToken })
    expect((await serve(['--database', 'data/two.db'])).started).toMatchObject({ apiKey: 'x' })
  })

  it.each([
    [[], '--allow-fs-read=*'],
    [['--allow-fs-read=*', '--allow-fs-write=*'], 'may not use the network: --allow-net is missing'],
    [['--allow-fs-read=*', '--allow-net'], 'may not write'],
  ])('under node --permission %j says what is missing', async (allowed, words) => {
    const { run } = openCommandLine()
    const { code, stdout, stderr } = await run(['--port', '0'], { node: ['--permission', ...allowed] })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('runs with --permission, and may not')
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('please report it')
  })

  it('serves under node --permission with what it needs', async () => {
    const { folder, serve } = openCommandLine()
    const allowed = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}/*`, '--allow-net']
    const { started } = await serve(['--seed', 'empty'], { node: allowed })
    expect((await bookings(started)).status).toBe(200)
    expect(credentials(folder)).toMatchObject({ apiKey: started.apiKey })
    // Node refuses `fdatasync` there: SQLite goes on waiting for the disk by itself.
    expect([await pay(started), await pay(started), await pay(started)]).toEqual([201, 201, 201])
  })

  it('tells an old Node.js what it needs, in one line', async () => {
    const { run } = openCommandLine()
    const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
    const { code, stdout, stderr } = await run([], {
      node: ['--import', `data:text/javascript,${encodeURIComponent(old)}`],
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^svc-sandbox needs Node\.js 22\.19 or newer; this is 20\.20\.2\..*-p node@24.*\n$/,
    )
  })

  it('has help for the program and for each command', async () => {
    const { run } = openCommandLine()
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    for (const name of [
      'serve',
      'exec',
      'trigger',
      'clock',
      'deliveries',
      'resend',
      'requests',
      'faults',
      'seed',
      'reset',
      'export',
      'import',
      'backup',
      '--database',
      'SVC_RATE_LIMIT',
    ]) {
      expect(stdout).toContain(name)
    }
    expect((await run(['clock', 'advance', '--help'])).stdout).toContain('<duration...>')
  })
})
