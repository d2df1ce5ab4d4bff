import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Manifest, promisedFiles, publishedManifest } from './manifest.ts'
import { publishedReadme } from './readme.ts'

/** A package that must not be packed as it is. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/**
 * The files of a package that differ in its tarball from those in the repository, by their paths in the package.
 *
 * @param root of the repository; its package.json names the address that all packages are stamped with
 * @throws {PackError} when what the manifest promises is not there: nobody wants a package without its code
 */
export function stampedFiles(root: string, folder: string): Record<string, string> {
  const manifest = readManifest(folder)
  const published = publishedManifest(manifest, repositoryOf(root), directoryOf(root, folder))
  const missing = promisedFiles(published).filter((path) => !existsSync(join(folder, path)))
  if (missing.length > 0) {
    throw new PackError(
      `${manifest.name} cannot be packed: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not there. ` +
        `Build it first: npx nx run ${manifest.name}:build`,
    )
  }
  const readme = publishedReadme(readFileSync(join(folder, 'README.md'), 'utf8'), {
    repository: repositoryOf(root),
    directory: directoryOf(root, folder),
    carries: (path) => carries(manifest, path) && existsSync(join(folder, path)),
  })
  return { 'package.json': `${JSON.stringify(published, null, 2)}\n`, 'README.md': readme }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The address of the repository, from the one place where it is written down. */
export function repositoryOf(root: string): string {
  const { repository } = readManifest(root) as { repository?: { url?: string } }
  const [, address] = /^git\+(https:\/\/.+)\.git$/.exec(repository?.url ?? '') ?? []
  if (address) return address
  throw new PackError('The root package.json needs a "repository" with a "url" of the form git+https://….git')
}

function directoryOf(root: string, folder: string): string {
  return relative(root, folder).split(sep).join('/')
}

function carries({ files = [] }: Manifest, path: string): boolean {
  return files.some((entry) => path === entry || path.startsWith(`${entry}/`))
}
