import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projects } from '../src/table.ts'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))

interface Manifest {
  name: string
  exports?: Record<string, string | { '@svc/source': string }>
}

/** The `package.json` of a project of this repository; undefined for folders without one. */
function manifestOf(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest
  } catch {
    return undefined
  }
}

/**
 * A copy of the house in an empty folder: the real manifests, an empty file for each entry, and links between the
 * packages as npm makes them.
 */
export class SmallHouse implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-walls-')))

  constructor() {
    for (const { folder, name } of projects) {
      const manifest = manifestOf(folder)
      if (!manifest) continue
      this.write(`${folder}/package.json`, JSON.stringify(manifest))
      for (const entry of Object.values(manifest.exports ?? {})) {
        if (typeof entry === 'object') this.write(join(folder, entry['@svc/source']), 'export {}\n')
      }
      const link = join(this.root, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(this.root, folder), link)
    }
  }

  /** Writes a file, by its path from the root. */
  write(path: string, text: string): void {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** How the package of a folder is named by others: `@svc/signing`, `@svc/signing/web`, … */
export function publicNames(folder: string): string[] {
  const manifest = manifestOf(folder)
  return Object.keys(manifest?.exports ?? {})
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => join(manifest?.name ?? '', entry))
}
