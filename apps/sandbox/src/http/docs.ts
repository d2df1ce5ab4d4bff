import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { noncePlaceholder, type Reference } from './reference.ts'

/**
 * The page may talk to this server alone, whatever its script tries to load. Inline styles stay allowed: the
 * viewer writes them at run time. `object-src`, `base-uri` and `form-action` close what `default-src` leaves open.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const here = dirname(fileURLToPath(import.meta.url))

/** The viewer's page and script: files beside the build, made by the viewer itself from source. */
async function viewerFiles(): Promise<Reference> {
  const built = join(here, 'reference')
  if (!existsSync(built)) return (await import('./render-reference.ts')).renderReference()
  const [page, script] = await Promise.all([
    readFile(join(built, 'page.html'), 'utf8'),
    readFile(join(built, 'scalar.js'), 'utf8'),
  ])
  return { page, script }
}

/**
 * `/docs`: the API reference, from a maintained viewer, working offline. The viewer is 4 MB of script and takes 110 ms
 * to load, so it is loaded when somebody first asks for it and not when a test starts a sandbox.
 */
export function docs(): FastifyPluginAsync {
  let rendered: ReturnType<typeof viewerFiles> | undefined
  const viewer = () =>
    (rendered ??= viewerFiles().catch((error: unknown) => {
      rendered = undefined
      throw error
    }))

  return async function docsPlugin(fastify) {
    fastify.get('/docs', async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64url')
      const { page } = await viewer()
      return reply
        .headers({
          'Content-Security-Policy': policy(nonce),
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(page.replaceAll(noncePlaceholder, nonce))
    })
    fastify.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
    fastify.get('/docs/js/scalar.js', async (_request, reply) => {
      const { script } = await viewer()
      return reply
        .headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=3600' })
        .type('text/javascript; charset=utf-8')
        .send(script)
    })
  }
}
