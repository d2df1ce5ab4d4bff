import { noncePlaceholder, type Reference } from './reference.ts'

/**
 * The viewer's page and script, as its own plugin makes them. The build keeps them as two files, and leaves the viewer's
 * packages (11 MB, of which 4 are the script) at home.
 */
export async function renderReference(): Promise<Reference> {
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
