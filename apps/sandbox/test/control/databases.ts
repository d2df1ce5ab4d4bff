import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/index.ts'
import type { Kind } from '../kit/harness.ts'
import { freshSchema, postgresUrl } from '../kit/postgres.ts'

/** A new, empty database of this kind, which goes when the test has finished. */
export async function databaseOf(kind: Kind): Promise<SandboxOptions> {
  if (kind === 'memory') return { database: ':memory:' }
  if (kind === 'postgres') return { database: await postgresUrl(), schema: freshSchema() }
  const folder = await mkdtemp(join(tmpdir(), 'svc-control-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { database: join(folder, 'sandbox.db') }
}
