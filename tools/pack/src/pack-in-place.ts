import { existsSync, mkdirSync, renameSync, writeFileSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { lock, unlock } from './lock.ts'
import { stampedFiles } from './stamped-files.ts'

// npm packs the files of the folder itself, so they are changed for the moment. What they were stands beside them, and
// is put back even if the process was killed in between: by the next one.
const ending = '.before-pack'
const changed = ['package.json', 'README.md']

/**
 * What npm's `prepack` does: builds the package, and makes its files those of the tarball.
 *
 * One package at a time in the whole repository: a build must not read a manifest that has just been changed.
 *
 * @throws {PackError} when the build has left out a file that the manifest promises; nothing is changed then
 */
export function beginPack(root: string, folder: string, build: (name: string) => void): void {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  lock(lockOf(root))
  try {
    restore(folder)
    build(folder)
    for (const [path, text] of Object.entries(stampedFiles(root, folder))) {
      copyFileSync(join(folder, path), join(folder, path + ending))
      writeFileSync(join(folder, path), text)
    }
  } catch (error) {
    restore(folder)
    unlock(lockOf(root))
    throw error
  }
}

/** What npm's `postpack` does: the files are again those of the repository. */
export function endPack(root: string, folder: string): void {
  restore(folder)
  unlock(lockOf(root))
}

function restore(folder: string): void {
  for (const path of changed) {
    if (existsSync(join(folder, path + ending))) renameSync(join(folder, path + ending), join(folder, path))
  }
}

const lockOf = (root: string) => join(root, 'node_modules/.cache/svc-pack.lock')
