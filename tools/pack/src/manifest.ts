/** As much of a package.json as is read or changed on the way into a tarball. */
export interface Manifest {
  name: string
  version: string
  private?: boolean
  bin?: Record<string, string>
  files?: readonly string[]
  exports?: Record<string, Target>
  [field: string]: unknown
}

/** A file, or files by condition. */
export type Target = string | { readonly [condition: string]: Target }

/** The condition that leads from package to package inside the repository. */
export const sourceCondition = '@svc/source'

// What only this repository can use.
const ownFields = ['devDependencies', 'scripts', 'nx']

/**
 * The manifest as it is published: no condition that leads to sources that no tarball holds, no scripts, and where the
 * package comes from.
 *
 * @param repository address of the repository, `https://…` without an ending
 * @param directory of the package, from the root of the repository
 */
export function publishedManifest(manifest: Manifest, repository: string, directory: string): Manifest {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([field]) => !ownFields.includes(field)))
  const { exports } = manifest
  return {
    ...(kept as Manifest),
    homepage: `${repository}/tree/HEAD/${directory}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory },
    ...(exports && { exports: withoutSource(exports) as Record<string, Target> }),
  }
}

function withoutSource(target: Target): Target {
  if (typeof target === 'string') return target
  return Object.fromEntries(
    Object.entries(target)
      .filter(([condition]) => condition !== sourceCondition)
      .map(([condition, inner]) => [condition, withoutSource(inner)]),
  )
}

/** Every file that a manifest promises: those of its exports and its commands. */
export function promisedFiles({ exports = {}, bin = {} }: Manifest): string[] {
  const found = [...Object.values(exports).flatMap(filesOf), ...Object.values(bin)]
  return [...new Set(found.map((path) => path.replace(/^\.\//, '')))].filter((path) => !path.includes('*'))
}

function filesOf(target: Target): string[] {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf)
}
