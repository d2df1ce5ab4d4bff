import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Report } from '@svc/conformance'
import { describe, expect, it } from 'vitest'
import { conformanceCli } from '../src/cli.ts'
import { apiKey, openTinyService } from './tiny-service.ts'

async function run(args: string[], env: Record<string, string> = {}) {
  let [out, err] = ['', '']
  const code = await conformanceCli(args, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    env,
    width: 120,
  })
  return { code, out, err }
}

describe('svc-conformance', () => {
  it('prints a table, and ends with 0 when nothing is broken', async () => {
    await using service = await openTinyService()
    const { code, out } = await run(['--url', service.url, '--api-key', apiKey])
    expect(code).toBe(0)
    expect(out).toMatch(/4\.1 .*pages: 10 bookings by default/)
    expect(out).toMatch(/needs --destructive/)
    expect(out).toMatch(/\d+ held, 0 broken, 0 differ, \d+ skipped/)
  })

  it('colours what it found, where colours are wanted', async () => {
    await using service = await openTinyService()
    let out = ''
    await conformanceCli(['--url', service.url, '--api-key', apiKey, '--only', '4.1'], {
      out: (text) => (out += text),
      err: () => {},
      env: {},
      colors: true,
    })
    expect(out).toContain('\u001B[32mheld\u001B[39m')
  })

  it('changes nothing without --destructive', async () => {
    await using service = await openTinyService()
    const payments = async () =>
      (await fetch(`${service.url}/api/v1/client/payments`, { headers: { 'x-api-key': apiKey } })).text()
    const before = await payments()
    await run(['--url', service.url, '--api-key', apiKey])
    expect(await payments()).toBe(before)
  })

  it('with --destructive removes what it made', async () => {
    await using service = await openTinyService()
    const list = async (name: string): Promise<unknown> =>
      (await fetch(`${service.url}/api/v1/client/${name}`, { headers: { 'x-api-key': apiKey } })).json()
    const before = [await list('payments'), await list('webhooks')]
    expect((await run(['--url', service.url, '--api-key', apiKey, '--destructive'])).code).toBe(0)
    expect([await list('payments'), await list('webhooks')]).toEqual(before)
  })

  it('ends with 1 when something is broken, and shows request and response', async () => {
    await using service = await openTinyService('default limit 20')
    const { code, out } = await run(['--only', '4.1'], { SVC_URL: service.url, SVC_API_KEY: apiKey })
    expect(code).toBe(1)
    expect(out).toMatch(/broken: 4\.1 pages/)
    expect(out).toMatch(/GET \/api\/v1\/client\/bookings → 200 \{"results":/)
    expect(out).not.toContain(apiKey)
  })

  it('lets decisions differ, unless --strict is given', async () => {
    await using service = await openTinyService('oldest first')
    const args = ['--url', service.url, '--api-key', apiKey, '--only', 'D8']
    expect((await run(args)).code).toBe(0)
    expect((await run([...args, '--strict'])).code).toBe(1)
  })

  it('prints JSON, with the rows of --only alone', async () => {
    await using service = await openTinyService()
    const { out } = await run(['--url', service.url, '--api-key', apiKey, '--json', '--only', '4', 'D1'])
    const report = JSON.parse(out) as Report
    expect(new Set(report.rows.map(({ row }) => row.split('.')[0]))).toEqual(new Set(['4', 'D1']))
    expect(report.summary.broken).toBe(0)
  })

  it.each([
    ['no address', [], /--url/],
    ['a bad address', ['--url', 'nonsense', '--api-key', 'k'], /no URL/],
    ['no key', ['--url', 'http://127.0.0.1:1'], /--api-key/],
    ['nobody there', ['--url', 'http://127.0.0.1:1', '--api-key', 'k'], /No server answers.*ECONNREFUSED/],
    ['an unknown flag', ['--surprise'], /unknown option/],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('ends with 2 when the key is refused', async () => {
    await using service = await openTinyService()
    const { code, err } = await run(['--url', service.url, '--api-key', 'wrong'])
    expect(code).toBe(2)
    expect(err).toMatch(/refuses the API key/)
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

  it('ends quietly when its reader has read enough', async () => {
    await using service = await openTinyService()
    const launcher = fileURLToPath(new URL('../bin/svc-conformance.js', import.meta.url))
    const child = spawn(process.execPath, [
      launcher,
      '--url',
      service.url,
      '--api-key',
      apiKey,
      '--only',
      '4.1',
    ])
    child.stdout.destroy()
    let err = ''
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(err).toBe('')
    expect(code).toBe(0)
  })
})
