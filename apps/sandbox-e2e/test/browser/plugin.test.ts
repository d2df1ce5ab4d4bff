import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dashboard } from '../../../sandbox/src/http/dashboard/plugin.ts'

async function open() {
  const fastify = Fastify()
  await fastify.register(dashboard())
  onTestFinished(() => fastify.close())
  return fastify
}

describe('the page', () => {
  it('is where / leads', async () => {
    const fastify = await open()
    const { statusCode, headers } = await fastify.inject('/')
    expect({ statusCode, location: headers.location }).toEqual({ statusCode: 302, location: '/dashboard' })
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/p/11111111-1111-4111-8111-111111111111/clock'])(
    'comes at %s under a strict policy, and is never stored',
    async (url) => {
      const fastify = await open()
      const { statusCode, headers } = await fastify.inject(url)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
      )
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data:",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': "'none'",
      })
    },
  )

  it('holds no secret and no inline script', async () => {
    const fastify = await open()
    const { body } = await fastify.inject('/dashboard')
    expect([...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)]).toEqual([])
    expect(body).not.toMatch(/<style|style=|\son\w+=|https?:/)
  })
})

/** The page, and every file that it or one of its files names. */
async function allFiles(): Promise<Map<string, { headers: Record<string, unknown>; body: string }>> {
  const fastify = await open()
  const { body: page } = await fastify.inject('/dashboard')
  const waiting = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url!)
  const seen = new Map<string, { headers: Record<string, unknown>; body: string }>()
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (seen.has(url)) continue
    const { statusCode, headers, body } = await fastify.inject(url)
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 })
    seen.set(url, { headers, body })
    for (const [, name] of body.matchAll(/[`"']\.?\/?(?:assets\/)?([\w-]+-[\w-]{8}\.(?:js|css))[`"']/g))
      waiting.push(`/dashboard/assets/${name}`)
  }
  return seen
}

describe('its files', () => {
  it('are all there, with the right type, and kept for good where their name has their hash', async () => {
    const files = await allFiles()
    for (const [url, { headers }] of files) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-type']).toMatch(
        url.endsWith('.css') ? /css/ : url.endsWith('.svg') ? /svg/ : /javascript/,
      )
      expect({ url, cache: headers['cache-control'] }).toEqual({
        url,
        cache: url.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    }
    expect(files.size).toBeGreaterThan(20)
    expect([...files.keys()].every((url) => url.startsWith('/dashboard/'))).toBe(true)
  })

  it.each([
    ['br', 'br, gzip', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', 'gzip;q=1.0, br;q=0', (bytes: Buffer) => gunzipSync(bytes)],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ] as const)('are sent as %s to who takes %s', async (encoding, accepted, unpack) => {
    const fastify = await open()
    const { body: page } = await fastify.inject('/dashboard')
    const url = /href="([^"]+\/libraries-[^"]+\.js)"/.exec(page)![1]!
    const plain = await fastify.inject(url)
    const sent = await fastify.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(sent.headers).toMatchObject({ vary: 'Accept-Encoding', etag: plain.headers.etag })
    expect(sent.headers['content-encoding']).toBe(encoding)
    expect(unpack(sent.rawPayload).toString()).toBe(plain.body)
  })

  it('are sent again only when they changed', async () => {
    const fastify = await open()
    const first = await fastify.inject('/dashboard/icon.svg')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await fastify.inject({
      url: '/dashboard/icon.svg',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  })

  it.each([
    '/dashboard/tsconfig.json',
    '/dashboard/index.html',
    '/dashboard/../plugin.ts',
    '/dashboard/..%2fplugin.ts',
    '/dashboard/%2e%2e/plugin.ts',
    '/dashboard/pages',
    '/dashboard/assets',
    '/dashboard/icon.svg.gz',
    '/dashboard/toString',
  ])('are these alone: %s is 404', async (url) => {
    const fastify = await open()
    expect((await fastify.inject(url)).statusCode).toBe(404)
  })

  it('never turn text into markup or code: no source of ours does', () => {
    const folder = new URL('../../../dashboard/src/', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    )
    expect(sources.length).toBeGreaterThan(80)
    for (const name of sources) {
      const found =
        /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|localStorage\./.exec(
          readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8'),
        )?.[0]
      // Preferences outlive a visit; the token never does.
      const allowed = name === 'lib/prefs.ts' ? 'localStorage.' : undefined
      expect({ name, found }).toEqual({ name, found: allowed })
    }
  })
})
