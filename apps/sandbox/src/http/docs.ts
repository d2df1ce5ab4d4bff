import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'

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

const noncePlaceholder = '__csp_nonce__'

/** The viewer's page and script, as its own plugin makes them. */
async function render(): Promise<{ page: string; script: string }> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const viewer = Fastify()
  await viewer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Property client API',
      nonce: noncePlaceholder,
      // Nothing from anywhere else: fonts, usage reports, request proxy, cloud clients and assistants.
      cdn: '/docs/js/scalar.js',
      bundle: false,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const [page, script] = await Promise.all([viewer.inject('/docs/'), viewer.inject('/docs/js/scalar.js')])
  await viewer.close()
  return { page: page.body, script: script.body }
}

/**
 * `/docs`: the API reference, from a maintained viewer, working offline. The viewer is 4 MB of script and takes 110 ms
 * to load, so it is loaded when somebody first asks for it and not when a test starts a sandbox.
 */
export function docs(): FastifyPluginAsync {
  let rendered: ReturnType<typeof render> | undefined
  const viewer = () =>
    (rendered ??= render().catch((error: unknown) => {
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
