import { apiPrefix, operations } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageUnavailable } from '../../src/storage/errors.ts'
import { openParts, type Parts } from '../kit/index.ts'

describe('what tools ask a server', () => {
  let parts: Parts
  beforeAll(async () => {
    parts = await openParts('memory')
  })
  afterAll(() => parts[Symbol.asyncDispose]())

  it('/healthz answers while the process lives; /readyz only while its database answers', async () => {
    expect((await parts.send('GET', '/healthz')).json).toEqual({ status: 'alive' })
    expect((await parts.send('GET', '/readyz')).json).toEqual({ status: 'ready' })
    const { ping } = parts.storage
    parts.storage.ping = () => Promise.reject(new StorageUnavailable('gone'))
    const { status, json, headers } = await parts.send('GET', '/readyz')
    parts.storage.ping = ping
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'unavailable', '1'])
    expect((await parts.send('GET', '/healthz')).status).toBe(200)
  })

  it('/openapi.json describes every operation where it is served', async () => {
    const { status, json } = await parts.send('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(json.openapi).toMatch(/^3\.1/)
    for (const { method, path } of Object.values(operations)) {
      const full = Object.keys(json.paths).find((key) => key === path || key === apiPrefix + path)
      expect(json.paths[full ?? ''], path).toHaveProperty(method.toLowerCase())
    }
  })

  it('/docs/ is /docs, for good', async () => {
    const { status, headers } = await parts.send('GET', '/docs/')
    expect([status, headers['location']]).toEqual([301, '/docs'])
  })

  it('/docs loads nothing from anywhere else, and its policy would not let it', async () => {
    const { status, headers, text } = await parts.send('GET', '/docs')
    expect(status).toBe(200)
    const policy = headers['content-security-policy'] ?? ''
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
    expect(nonce).toBeDefined()
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/)
    expect(policy).toContain("default-src 'none'")
    expect(policy.match(/script-src [^;]+/)?.[0]).not.toContain('unsafe-inline')
    const sources = [...text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, source]) => source,
    )
    expect(sources).toEqual(['/docs/js/scalar.js'])
    for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
    expect((await parts.send('GET', '/docs')).headers['content-security-policy']).not.toBe(policy)
    const script = await parts.send('GET', '/docs/js/scalar.js')
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(script.text.length).toBeGreaterThan(1_000_000)
  })
})
