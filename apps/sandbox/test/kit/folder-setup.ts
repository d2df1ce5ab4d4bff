import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    runFolder: string
  }
}

/** One folder for a run of tests: whatever tests put there needs no clearing away of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-run-'))
  project.provide('runFolder', folder)
  // Processes that a failed test left behind may still write.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
