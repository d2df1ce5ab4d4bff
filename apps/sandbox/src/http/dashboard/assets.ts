import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DashboardFilesMissing } from './errors.ts'

/** A file of the page, ready to be sent. */
export interface Asset {
  type: string
  body: Buffer
  /** Strong: the hash of the bytes. */
  etag: string
}

/** The only kinds of files that are served: a tsconfig beside the sources is not one. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

const here = dirname(fileURLToPath(import.meta.url))

/** The page's own files: in `dashboard/` beside the build, in the project `@svc/dashboard` from source. */
function pageFolder(): string {
  const built = join(here, 'dashboard')
  if (existsSync(join(built, 'main.js'))) return built
  try {
    const project = createRequire(import.meta.url).resolve('@svc/dashboard/package.json')
    return join(dirname(project), 'src')
  } catch (cause) {
    throw new DashboardFilesMissing(built, { cause })
  }
}

/** The libraries of the page, from the installed packages: the page never loads anything from the network. */
function vendorFiles(): [path: string, file: string][] {
  const require = createRequire(import.meta.url)
  return [
    ['vendor/preact.js', require.resolve('preact')],
    ['vendor/preact-hooks.js', require.resolve('preact/hooks')],
    // `require` gets the CommonJS build, and the package exports no path to the module beside it.
    ['vendor/htm.js', join(dirname(require.resolve('htm')), 'htm.mjs')],
    ['vendor/eventsource-parser.js', join(dirname(require.resolve('eventsource-parser')), 'index.js')],
    ['vendor/pico.css', require.resolve('@picocss/pico/css/pico.jade.min.css')],
  ]
}

/**
 * Every path below `/dashboard/` and the file behind it. Not @fastify/static: it serves folders, and these are also single
 * files of installed packages, in a list that is closed. The list is made once, so a request can only ever name one of
 * these: no path of a request reaches the file system.
 */
export function listAssets(): Map<string, string> {
  const folder = pageFolder()
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in types)
    .map((name): [string, string] => [name.replaceAll('\\', '/'), join(folder, name)])
  return new Map([...own, ...vendorFiles()])
}

export async function readAsset(file: string): Promise<Asset> {
  const body = await readFile(file)
  const type = types[extname(file)] ?? 'application/octet-stream'
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
