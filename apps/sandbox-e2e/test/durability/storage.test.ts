import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { OpenStorageOptions } from '../../../sandbox/src/storage/open-options.ts'
import { freshDatabase, openForTest } from '../../../sandbox/test/kit/index.ts'

const program = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url))

/** Runs the writer and kills it after `acknowledged` writes. Resolves with the ids that it has acknowledged. */
async function writeAndKill(
  { database, schema = '' }: OpenStorageOptions,
  acknowledged: number,
): Promise<string[]> {
  const child = spawn(process.execPath, ['--conditions=@svc/source', program, database, schema], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) {
    output += text
    if (!child.killed && output.split('\n').length > acknowledged) child.kill('SIGKILL')
  }
  return output.split('\n').slice(0, -1)
}

describe.each(['sqlite', 'postgres'] as const)('a process that is killed while it writes to %s', (kind) => {
  it('loses nothing that it has acknowledged, and leaves no half of a transaction', async () => {
    const options = await freshDatabase(kind)
    let acknowledged: string[] = []
    for (const writes of [1, 150, 40])
      acknowledged = [...acknowledged, ...(await writeAndKill(options, writes))]

    const storage = await openForTest(options)
    const properties = await storage.db.selectFrom('properties').select('id').execute()
    const events = await storage.db.selectFrom('events').select('id').execute()

    const stored = new Set(properties.map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(191)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(events.map((row) => row.id).toSorted()).toEqual([...stored].toSorted())
  })
})
