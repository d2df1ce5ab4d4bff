import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  files?: string[]
}

/** The folders of the sandbox and of everything that it depends on, where this repository has them installed. */
export function installed(root: string): string[] {
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
export function bytesOf(folder: string): number {
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
