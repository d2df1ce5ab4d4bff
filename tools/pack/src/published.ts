import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from './stamped-files.ts'

/** The folders of all packages that are published, from the root of the repository. */
export function publishedFolders(root: string): string[] {
  return globSync('{packages,apps}/*/package.json', { cwd: root })
    .map((path) => dirname(path))
    .filter((folder) => readManifest(join(root, folder)).private !== true)
    .toSorted()
}
