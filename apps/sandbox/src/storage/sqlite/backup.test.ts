import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder, openForTest } from '../../../test/kit/databases.ts'
import { backupDatabase } from './backup.ts'

async function openFile() {
  const folder = freshFolder()
  const database = join(folder, 'sandbox.db')
  const storage = await openForTest({ database })
  let next = 0
  const write = () =>
    storage.write((tx) =>
      tx
        .insertInto('properties')
        .values({ id: String(next++), name: 'x'.repeat(500), created_at: 1 })
        .execute(),
    )
  const ids = async (path: string) => {
    const copy = await openForTest({ database: path })
    return (await copy.db.selectFrom('properties').select('id').execute()).map((row) => Number(row.id))
  }
  return { folder, database, write, ids }
}

describe('a backup', () => {
  it('is one moment of the database, taken while writes go on', async () => {
    const { folder, database, write, ids } = await openFile()
    for (let index = 0; index < 500; index++) await write()
    const to = join(folder, 'backup.db')

    let isDone = false
    const writing = (async () => {
      let written = 0
      for (; !isDone || written < 10; written++) {
        await write()
        await new Promise((resolve) => void setImmediate(resolve))
      }
    })()
    const { bytes } = await backupDatabase({ database, to })
    isDone = true
    await writing

    const saved = (await ids(to)).toSorted((a, b) => a - b)
    expect(saved.length).toBeGreaterThanOrEqual(500)
    // A moment: everything before it and nothing after it.
    expect(saved).toEqual(Array.from({ length: saved.length }, (_, index) => index))
    expect(bytes).toBeGreaterThan(250_000)
  })

  it('can be read by its owner only, and leaves no other file', async () => {
    const { folder, database } = await openFile()
    const to = join(folder, 'backup.db')

    await backupDatabase({ database, to })

    expect(statSync(to).mode & 0o777).toBe(0o600)
    expect(
      [`${to}-wal`, `${to}-shm`, `${to}.partial-${process.pid}`].filter((path) => existsSync(path)),
    ).toEqual([])
  })

  it('replaces a file only when the option says so', async () => {
    const { folder, database, write, ids } = await openFile()
    await write()
    const to = join(folder, 'backup.db')
    writeFileSync(to, 'precious')

    await expect(backupDatabase({ database, to })).rejects.toThrow('is there already')
    await backupDatabase({ database, to, overwrite: true })

    expect(await ids(to)).toEqual([0])
  })

  it('of a missing file, of itself, of memory and of PostgreSQL says what to do instead', async () => {
    const { folder, database } = await openFile()
    const to = join(folder, 'backup.db')

    await expect(backupDatabase({ database: join(folder, 'none.db'), to })).rejects.toThrow(
      'There is no database',
    )
    await expect(backupDatabase({ database, to: database })).rejects.toThrow('cannot take the place')
    await expect(backupDatabase({ database: ':memory:', to })).rejects.toThrow('export')
    await expect(backupDatabase({ database: 'postgres://localhost/x', to })).rejects.toThrow('pg_dump')
    await expect(backupDatabase({ database, to: join(folder, 'no', 'folder.db') })).rejects.toMatchObject({
      code: 'storage_unusable',
    })
    expect(existsSync(to)).toBe(false)
  })
})
