import packageJson from '../package.json' with { type: 'json' }
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '@svc/conformance'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../examples/server/server.js'
import { conformanceCli } from '../src/cli.ts'
import { openBentServer } from './support/bent-server.ts'

const apiKey = 'a-key-of-the-tests'
let service: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  service = await startServer({ apiKey, perMinute: 100_000, origins: ['https://app.example.com'] })
})
afterAll(() => service.close())

async function run(args: string[], env: Record<string, string> = {}, signal?: AbortSignal) {
  let [out, err] = ['', '']
  const code = await conformanceCli(args, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    env,
    width: 120,
    signal,
  })
  return { code, out, err }
}

const flags = (...more: string[]) => ['--url', service.url, '--api-key', apiKey, ...more]
const list = async (name: string): Promise<unknown> =>
  (await fetch(`${service.url}/api/v1/client/${name}`, { headers: { 'x-api-key': apiKey } })).json()

describe('svc-conformance', () => {
  it('prints a table, and ends with 0 when nothing is broken', async () => {
    const { code, out } = await run(flags())
    expect(code).toBe(0)
    expect(out).toMatch(/4\.1 .*bookings are listed: 10 by default/)
    expect(out).toMatch(/needs --destructive/)
    expect(out).toMatch(/\d+ held, 0 broken, 0 differ, \d+ skipped/)
  })

  it('colours what it found, where colours are wanted', async () => {
    let out = ''
    await conformanceCli(flags('--only', '4.1'), {
      out: (text) => (out += text),
      err: () => {},
      env: {},
      colors: true,
    })
    expect(out).toContain('\u001B[32mheld\u001B[39m')
  })

  it('changes nothing without --destructive', async () => {
    const before = [await list('payments'), await list('webhooks')]
    await run(flags())
    expect([await list('payments'), await list('webhooks')]).toEqual(before)
  })

  it('with --destructive removes what it made, and judges deliveries without an admin token', async () => {
    const before = [await list('payments'), await list('webhooks')]
    const only = ['4.4', '4.6', '4.7', '6', 'D14', 'delivery-record', 'failed-attempt']
    const { code, out } = await run(flags('--destructive', '--json', '--only', ...only))
    const report = JSON.parse(out) as Report
    expect(code).toBe(0)
    expect(report).toMatchObject({ inbox: true, admin: false, left: [], summary: { broken: 0, differs: 0 } })
    const held = report.rows.filter(({ outcome }) => outcome === 'held').map(({ id }) => id)
    expect(held).toEqual(expect.arrayContaining(['signature', 'envelope', 'each-endpoint', 'record-id']))
    expect([await list('payments'), await list('webhooks')]).toEqual(before)
  })

  it('says first what is broken, with the request as a command, the answer, and what follows', async () => {
    await using bent = await openBentServer(apiKey, (answer, { path }) =>
      path.includes('/payments') && answer.status === 200 ? { ...answer, status: 500, body: 'oops' } : answer,
    )
    const { code, out } = await run(['--only', '4.3', '2.4', 'D9', 'D10'], {
      SVC_URL: bent.url,
      SVC_API_KEY: apiKey,
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^broken: 4\.3 payments are listed as an array \[payments-list\]/)
    expect(out).toContain(`curl -i -X GET '${bent.url}/api/v1/client/payments'`)
    expect(out).toContain('-H "X-API-Key: $SVC_API_KEY"')
    expect(out).toMatch(/HTTP 500[\s\S]*oops/)
    expect(out).toMatch(/└ 2\.4 every payment has the fields/)
    expect(out).toMatch(/, 1 broken, 0 differ/)
    expect(out).not.toContain(apiKey)
  })

  it('lets decisions differ with the answer of the server, unless --strict is given', async () => {
    await using bent = await openBentServer(apiKey, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'cache-control': 'private' },
    }))
    const args = ['--url', bent.url, '--api-key', apiKey, '--only', 'D3']
    const { code, out } = await run(args)
    expect(code).toBe(0)
    expect(out).toMatch(/differs: D3 .*no-store/)
    expect((await run([...args, '--strict'])).code).toBe(1)
  })

  it('prints JSON, with the rows of --only alone', async () => {
    const { out } = await run(flags('--json', '--only', '4', 'D1', 'vary-origin'))
    const report = JSON.parse(out) as Report
    expect(new Set(report.rows.map(({ row }) => row.split('.')[0]))).toEqual(new Set(['4', 'D1', 'D7']))
    expect(report.summary.broken).toBe(0)
  })

  it('writes JUnit, HTML and a badge', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-conformance-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = (name: string) => join(folder, name)
    const files = ['--junit', file('r.xml'), '--html', file('r.html'), '--badge', file('r.svg')]
    expect((await run(flags('--only', '4.1', ...files))).code).toBe(0)
    const [junit, html, badge] = await Promise.all(
      ['r.xml', 'r.html', 'r.svg'].map((name) => readFile(file(name), 'utf8')),
    )
    expect(junit).toMatch(/<testsuites tests="\d+" failures="0" errors="0"/)
    expect(junit).toContain(
      '<testcase classname="4.1" name="bookings are listed: 10 by default, and the counts fit"',
    )
    expect(html).toContain('<td class="held">held</td>')
    expect(badge).toMatch(/^<svg .*\d+ held<\/text><\/svg>\n$/)
    const nowhere = await run(flags('--only', '4.1', '--html', join(folder, 'no', 'r.html')))
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringMatching(/ENOENT/) })
  })

  it('with --no-wait skips what the rate limit has no room for', async () => {
    const poor = await startServer({ apiKey, perMinute: 20 })
    const { code, out, err } = await run(['--url', poor.url, '--api-key', apiKey, '--no-wait'])
    await poor.close()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/the rate limit is used up; run it/)
  })

  it.each([
    ['no address', [], /--url/],
    ['a bad address', ['--url', 'nonsense', '--api-key', 'k'], /no URL/],
    [
      'a path too many',
      ['--url', 'http://127.0.0.1:1/base/api/v1/client', '--api-key', 'k'],
      /that is http:\/\/127\.0\.0\.1:1\/base\./,
    ],
    ['no key', ['--url', 'http://127.0.0.1:1'], /--api-key/],
    ['nobody there', ['--url', 'http://127.0.0.1:1', '--api-key', 'k'], /No server answers.*ECONNREFUSED/],
    ['an unknown flag', ['--surprise'], /unknown option/],
    [
      'an unknown row',
      ['--url', 'http://127.0.0.1:1', '--api-key', 'k', '--only', '4.9'],
      /no row 4\.9\. There are: 5 /,
    ],
    ['an inbox that is no URL', ['--inbox-url', 'tunnel'], /must be a URL/],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('prints its version', async () => {
    const { code, out } = await run(['--version'])
    expect([code, out]).toEqual([0, `${packageJson.version}\n`])
  })

  it('ends with 2 when the key is refused, and for an admin token of what is no sandbox', async () => {
    const wrong = await run(['--url', service.url, '--api-key', 'wrong'])
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/refuses the API key/) })
    const noSandbox = await run(flags('--admin-token', 'x'))
    expect(noSandbox).toMatchObject({ code: 2, err: expect.stringMatching(/for a sandbox alone/) })
  })

  it('ends with 2 when it is interrupted, and what was made is removed', async () => {
    const before = [await list('payments'), await list('webhooks')]
    const stop = new AbortController()
    await using bent = await openBentServer(
      apiKey,
      (answer, { method }) => {
        if (method === 'POST' && answer.status === 201) stop.abort()
        return answer
      },
      service.url,
    )
    const { code, err } = await run(
      ['--url', bent.url, '--api-key', apiKey, '--destructive', '--only', '4.4'],
      {},
      stop.signal,
    )
    expect({ code, err }).toEqual({ code: 2, err: 'svc-conformance: The run was interrupted.\n' })
    expect([await list('payments'), await list('webhooks')]).toEqual(before)
  })

  it('names what it could not remove', async () => {
    await using bent = await openBentServer(apiKey, (answer, { method }) =>
      method === 'DELETE' ? { ...answer, status: 500 } : answer,
    )
    const { out } = await run([
      '--url',
      bent.url,
      '--api-key',
      apiKey,
      '--destructive',
      '--only',
      'default-name',
    ])
    expect(out).toMatch(/left behind: payment [0-9a-f-]{36}/)
  })

  it('starts from a clone without a build', async () => {
    const launcher = fileURLToPath(new URL('../bin/svc-conformance.js', import.meta.url))
    const child = spawn(process.execPath, [launcher, '--help'])
    let out = ''
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(out).toMatch(/Usage: svc-conformance/)
    expect(code).toBe(0)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('a %s ends it with 2, and what it made is gone', async (signal) => {
    const before = [await list('payments'), await list('webhooks')]
    const launcher = fileURLToPath(new URL('../bin/svc-conformance.js', import.meta.url))
    const args = flags('--destructive', '--only', '4.7', '6', 'D13', '8')
    const { FORCE_COLOR: _forced, ...env } = process.env
    const child = spawn(process.execPath, [launcher, ...args], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    const ended = new Promise((resolve) => child.on('close', resolve))
    await expect.poll(async () => ((await list('payments')) as unknown[]).length).toBeGreaterThan(9)
    child.kill(signal)
    expect(await ended).toBe(2)
    expect(out).toBe('')
    expect(err).toBe(
      'svc-conformance: stopping, what was made is removed …\nsvc-conformance: The run was interrupted.\n',
    )
    expect([await list('payments'), await list('webhooks')]).toEqual(before)
  })

  it('ends quietly when its reader has read enough', async () => {
    const launcher = fileURLToPath(new URL('../bin/svc-conformance.js', import.meta.url))
    // Node warns on its own where both are set, as Nx does for those who wish for no colours.
    const { FORCE_COLOR: _forced, ...env } = process.env
    const child = spawn(process.execPath, [launcher, ...flags('--only', '4.1')], { env })
    child.stdout.destroy()
    let err = ''
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(err).toBe('')
    expect(code).toBe(0)
  })

  it('and with the code of the result', async () => {
    await using bent = await openBentServer(apiKey, (answer) => ({ ...answer, status: 202 }))
    const launcher = fileURLToPath(new URL('../bin/svc-conformance.js', import.meta.url))
    const args = ['--url', bent.url, '--api-key', apiKey, '--only', '4.1']
    const child = spawn(process.execPath, [launcher, ...args])
    child.stdout.destroy()
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  })
})
