import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createHash } from 'node:crypto'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DashboardFilesMissing } from './errors.ts'

/** A compressed form of a file, as the build writes it beside the file. */
export type Encoding = 'br' | 'gzip'

/** A file of the dashboard, ready to be sent. */
export interface Asset {
  type: string
  body: Buffer
  /** The same in the forms that the build has made. */
  encoded: Partial<Record<Encoding, Buffer>>
  /** Strong: the hash of the bytes. */
  etag: string
  /** Its name holds the hash of its content: it never changes. */
  immutable: boolean
}

/** The only kinds of files that are served. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}
const endings: readonly (readonly [Encoding, ending: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

const here = dirname(fileURLToPath(import.meta.url))

/** The built dashboard: in `dashboard/` beside the build of this package, in the project `@svc/dashboard` from source. */
function builtFolder(): string {
  const carried = join(here, 'dashboard')
  if (existsSync(join(carried, 'index.html'))) return carried
  try {
    const project = createRequire(import.meta.url).resolve('@svc/dashboard/package.json')
    const built = join(dirname(project), 'dist')
    if (existsSync(join(built, 'index.html'))) return built
    throw new DashboardFilesMissing(built)
  } catch (cause) {
    if (cause instanceof DashboardFilesMissing) throw cause
    throw new DashboardFilesMissing(carried, { cause })
  }
}

/** The files of the dashboard. */
export interface Files {
  /** The one page. */
  readonly page: string
  /** Every path below `/dashboard/` and the file behind it. */
  readonly assets: ReadonlyMap<string, string>
}

/**
 * Lists the files of the build. Not @fastify/static: it serves folders, and this is a list that is closed. It is made
 * once, so a request can only ever name one of these: no path of a request reaches the file system.
 *
 * @throws DashboardFilesMissing
 */
export function listFiles(): Files {
  const folder = builtFolder()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const assets = names
    .filter((name) => extname(name) in types)
    .map((name): [string, string] => [name.replaceAll('\\', '/'), join(folder, name)])
  return { page: join(folder, 'index.html'), assets: new Map(assets) }
}

export async function readAsset(file: string): Promise<Asset> {
  const body = await readFile(file)
  const encoded: Asset['encoded'] = {}
  for (const [encoding, ending] of endings)
    if (existsSync(file + ending)) encoded[encoding] = await readFile(file + ending)
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    body,
    encoded,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    immutable: /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(file),
  }
}

/** The smallest form of a file that a caller takes. */
export function encodingFor(asset: Asset, accepted: string | undefined): Encoding | undefined {
  const taken = new Set(
    (accepted ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim().toLowerCase()),
  )
  return endings
    .map(([encoding]) => encoding)
    .find((encoding) => taken.has(encoding) && asset.encoded[encoding])
}
