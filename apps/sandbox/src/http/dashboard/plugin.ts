import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Asset, listAssets, readAsset } from './assets.ts'
import { contentSecurityPolicy, renderPage } from './page.ts'

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

/**
 * The dashboard: one page at `/dashboard`, with its files below. `/` leads to it. The page itself is open
 * to all and holds nothing: it asks for the admin token and takes everything from the control API with it.
 * Files are listed and read when they are first asked for, so that a test that starts a sandbox pays nothing.
 *
 * @throws DashboardFilesMissing at the first request, as a 500, when a broken build left the files out
 */
export function dashboard(): FastifyPluginAsync {
  let files: Map<string, string> | undefined
  const assets = new Map<string, Promise<Asset>>()

  function asset(path: string): Promise<Asset> | undefined {
    files ??= listAssets()
    const file = files.get(path)
    if (file === undefined) return undefined
    const known = assets.get(path)
    if (known) return known
    const read = readAsset(file)
    assets.set(path, read)
    // A file that could not be read this time may be readable next time.
    read.catch(() => assets.delete(path))
    return read
  }

  function page(reply: FastifyReply): FastifyReply {
    files ??= listAssets()
    const scripts = [...files.keys()].filter((path) => path.endsWith('.js'))
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(renderPage(scripts))
  }

  return async function dashboardPlugin(fastify) {
    fastify.get('/', (_request, reply) => reply.headers(guardedHeaders).redirect('/dashboard'))
    fastify.get('/dashboard', (_request, reply) => page(reply))
    fastify.get<{ Params: { '*': string } }>('/dashboard/*', async (request, reply) => {
      const path = request.params['*']
      if (path === '') return page(reply)
      const found = await asset(path)
      if (!found) return reply.callNotFound()
      // `no-cache` is "ask each time": a new version is seen at once, an unchanged file costs no bytes.
      void reply.headers({ ...guardedHeaders, 'Cache-Control': 'no-cache', ETag: found.etag })
      if (request.headers['if-none-match'] === found.etag) return reply.status(304).send()
      return reply.type(found.type).send(found.body)
    })
  }
}
