import { readFileSync } from 'node:fs'
import { bookingStatuses, deliveryStatuses, eventTypes, limits } from '@svc/models'
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

  it.each(['/dashboard', '/dashboard/'])(
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
      expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
      policy.delete('script-src')
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
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

  it('holds no secret and no inline script but the import map', async () => {
    const fastify = await open()
    const { body } = await fastify.inject('/dashboard')
    expect([...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script type="importmap">',
    ])
    expect(body).not.toMatch(/<style|style=|\son\w+=|https?:/)
  })
})

describe('its files', () => {
  it('are all there: what the page and its modules name is served with the right type', async () => {
    const fastify = await open()
    const { body: page } = await fastify.inject('/dashboard')
    const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page)![1]!) as {
      imports: Record<string, string>
    }
    const waiting = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url!)
    const seen = new Set<string>()
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (seen.has(url)) continue
      seen.add(url)
      const { statusCode, headers, body } = await fastify.inject(url)
      expect({ url, statusCode }).toEqual({ url, statusCode: 200 })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-type']).toMatch(
        url.endsWith('.css') ? /css/ : url.endsWith('.svg') ? /svg/ : /javascript/,
      )
      for (const [, name] of body.matchAll(/(?:[\s}]from|^import)\s*['"]([^'"]+)['"]/gm)) {
        waiting.push(imports[name!] ?? new URL(name!, `http://host${url}`).pathname)
      }
    }
    expect(seen.size).toBeGreaterThan(40)
    expect([...seen].every((url) => url.startsWith('/dashboard/'))).toBe(true)
  })

  it('are sent again only when they changed', async () => {
    const fastify = await open()
    const first = await fastify.inject('/dashboard/main.js')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await fastify.inject({
      url: '/dashboard/main.js',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  })

  it.each([
    '/dashboard/tsconfig.json',
    '/dashboard/../plugin.ts',
    '/dashboard/..%2fplugin.ts',
    '/dashboard/%2e%2e/plugin.ts',
    '/dashboard/pages',
    '/dashboard/vendor/package.json',
    '/dashboard/toString',
  ])('are these alone: %s is 404', async (url) => {
    const fastify = await open()
    expect((await fastify.inject(url)).statusCode).toBe(404)
  })

  it('never turn text into markup or code', async () => {
    const fastify = await open()
    const { body: page } = await fastify.inject('/dashboard')
    const scripts = [...page.matchAll(/href="(\/dashboard\/(?!vendor)[^"]+\.js)"/g)].map(([, url]) => url!)
    for (const url of scripts) {
      const { body } = await fastify.inject(url)
      expect({
        url,
        found:
          /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|localStorage\.|style=/.exec(
            body,
          )?.[0],
      }).toEqual({ url, found: undefined })
    }
  })
})

it('offers the words of the contract, which the page cannot import', () => {
  const source = readFileSync(new URL('../../../dashboard/src/lib/vocabulary.js', import.meta.url), 'utf8')
  const words = (name: string): unknown => {
    const value = new RegExp(`export const ${name} = ([^]*?)\\n(?:\\n|$)`).exec(source)![1]!
    return JSON.parse(value.replaceAll("'", '"').replace(/,\s*\]/, ']'))
  }
  expect(words('eventTypes')).toEqual(eventTypes)
  expect(words('deliveryStatuses')).toEqual(deliveryStatuses)
  expect(words('bookingStatuses')).toEqual(bookingStatuses)
  expect(words('deliveryAttempts')).toBe(limits.deliveryAttempts)
})
