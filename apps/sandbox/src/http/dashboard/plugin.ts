import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Asset, encodingFor, type Files, listFiles, readAsset } from './assets.ts'
import { contentSecurityPolicy } from './page.ts'

/** No page of another site may frame or read this one, or get its address. */
const guardedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
const pageHeaders = {
  ...guardedHeaders,
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
}
const aYear = 'public, max-age=31536000, immutable'

/**
 * The dashboard: one page at `/dashboard` and at the places below `/dashboard/p/<property>` and `/dashboard/go`, and its
 * files. `/` leads to it. The page itself is open to all and holds nothing: it asks for the admin token and takes
 * everything from the control API with it. Files are listed and read when they are first asked for, so that a test that
 * starts a sandbox pays nothing; they were compressed when they were built.
 *
 * @throws DashboardFilesMissing at the first request, as a 500, when the dashboard was not built
 */
export function dashboard(): FastifyPluginAsync {
  let files: Files | undefined
  let html: Promise<string> | undefined
  const assets = new Map<string, Promise<Asset>>()

  function asset(path: string): Promise<Asset> | undefined {
    files ??= listFiles()
    const file = files.assets.get(path)
    if (file === undefined) return undefined
    const known = assets.get(path)
    if (known) return known
    const read = readAsset(file)
    assets.set(path, read)
    // A file that could not be read this time may be readable next time.
    read.catch(() => assets.delete(path))
    return read
  }

  async function page(reply: FastifyReply): Promise<FastifyReply> {
    files ??= listFiles()
    html ??= readFile(files.page, 'utf8')
    html.catch(() => (html = undefined))
    return reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(await html)
  }

  return async function dashboardPlugin(fastify) {
    fastify.get('/', (_request, reply) => reply.headers(guardedHeaders).redirect('/dashboard'))
    fastify.get('/dashboard', (_request, reply) => page(reply))
    fastify.get<{ Params: { '*': string } }>('/dashboard/*', async (request, reply) => {
      const path = request.params['*']
      if (path === '' || /^(?:p|go)\//.test(path)) return page(reply)
      const found = await asset(path)
      if (!found) return reply.callNotFound()
      void reply.headers({
        ...guardedHeaders,
        // What keeps its name is asked for each time: an unchanged file costs no bytes.
        'Cache-Control': found.immutable ? aYear : 'no-cache',
        ETag: found.etag,
        Vary: 'Accept-Encoding',
      })
      if (request.headers['if-none-match'] === found.etag) return reply.status(304).send()
      const encoding = encodingFor(found, request.headers['accept-encoding'])
      if (encoding) void reply.header('Content-Encoding', encoding)
      return reply.type(found.type).send(encoding ? found.encoded[encoding] : found.body)
    })
  }
}
