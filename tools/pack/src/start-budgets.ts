import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Budget } from './budget-list.ts'

/** What a start of the built server loads, and what an installation of it brings. */
export const startBudgets: Budget[] = [
  { name: 'a start of svc-sandbox', ceiling: 56, unit: 'modules', measure: modulesOfStart },
  {
    name: 'an installation of @svc/sandbox',
    ceiling: 35_000_000,
    unit: 'bytes',
    measure: (root) => installed(root).reduce((sum, folder) => sum + bytesOf(folder), 0),
  },
  {
    name: 'packages of an installation of @svc/sandbox',
    ceiling: 40,
    unit: 'packages',
    measure: (root) => installed(root).length,
  },
]

/** Files that are loaded until it is ready, on a fresh database with the hostel. */
async function modulesOfStart(root: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  try {
    const cli = join(root, 'apps/sandbox/dist/cli.js')
    const loader = `data:text/javascript,${encodeURIComponent(counting)}`
    const flags = ['serve', '--json', '--port', '0', '--seed', 'hostel', '--database', join(folder, 'a.db')]
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', loader, cli, ...flags])
    return Number(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first line that a server prints says that it is ready: it ends there, with the count in its place. */
const counting = `
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
let loaded = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded += 1
    return next(url, context)
  },
})
process.stdout.write = () => {
  writeSync(1, String(loaded))
  process.exit(0)
}
`

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  files?: string[]
}

/** The folders of the sandbox and of everything that it depends on, where this repository has them installed. */
function installed(root: string): string[] {
  const found = new Set<string>()
  const visit = (folder: string): void => {
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = findPackage(name, folder)
      if (next !== undefined) visit(next)
      else if (!(name in optionalDependencies)) throw new Error(`${name} of ${folder} is not installed`)
    }
  }
  visit(realpathSync(join(root, 'apps/sandbox')))
  return [...found]
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** As Node looks for it: beside the package that asks, then in each folder above. */
function findPackage(name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return realpathSync(path)
  return dirname(from) === from ? undefined : findPackage(name, dirname(from))
}

/** Bytes of what is in the tarball: all of a package from a registry, of one of this repository what it publishes. */
function bytesOf(folder: string): number {
  if (/[\\/]node_modules[\\/]/.test(folder)) return sizeOf(folder)
  const { files = [] } = manifestOf(folder)
  return ['package.json', ...files]
    .map((name) => join(folder, name))
    .reduce((sum, path) => sum + (existsSync(path) ? sizeOf(path) : 0), 0)
}

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
