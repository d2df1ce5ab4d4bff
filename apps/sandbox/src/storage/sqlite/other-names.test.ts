import { existsSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder, openForTest } from '../../../test/kit/index.ts'
import { openStorage } from '../open.ts'
import { DatabaseSync } from './node-sqlite.ts'

const fresh = () => join(freshFolder(), 'sandbox.db')
/** Opens it with little patience, so that what is refused is refused soon. */
const openBriefly = (database: string) => openStorage({ database, lockTimeoutMs: 0 })

it('a file with a second hard link is not opened, by neither name, whether or not somebody serves it', async () => {
  const database = fresh()
  const other = join(freshFolder(), 'other.db')
  const storage = await openForTest({ database })
  linkSync(database, other)
  await expect(openBriefly(other)).rejects.toMatchObject({ code: 'storage_unusable' })
  await expect(openBriefly(other)).rejects.toThrow('has 2 names (hard links)')
  // Also where several may share the file: not by two names.
  await expect(openBriefly(database)).rejects.toThrow('has 2 names (hard links)')
  await storage.close()
  await expect(openBriefly(other)).rejects.toThrow(`-samefile ${other}`)
  expect(readdirSync(dirname(other))).toEqual(['other.db'])
  rmSync(other)
  await (await openBriefly(database)).close()
})

it('a file that is open by another name is not opened by this one', async () => {
  const database = fresh()
  const storage = await openForTest({ database })
  // As by a mount: the same file, a name of its own, one link.
  const other = join(freshFolder(), 'other.db')
  renameSync(database, other)
  await expect(openBriefly(other)).rejects.toThrow('not by this name')
  expect(readdirSync(dirname(other))).toEqual(['other.db'])
  renameSync(other, database)
  await storage.ping()
})

it('who goes in time is waited for', async () => {
  const database = fresh()
  const other = join(freshFolder(), 'other.db')
  await (await openBriefly(database)).close()
  const holder = new DatabaseSync(database)
  holder.exec('select count(*) from meta')
  renameSync(database, other)
  const opening = openForTest({ database: other })
  holder.close()
  expect((await opening).kind).toBe('sqlite')
})

it('who has it open by the same name is no other', async () => {
  const database = fresh()
  await openForTest({ database })
  expect((await openForTest({ database, lockTimeoutMs: 0 })).kind).toBe('sqlite')
})

it('who fills the file by the same name is no other either', async () => {
  const database = fresh()
  await (await openBriefly(database)).close()
  // As an import does: with a journal in the place of the log.
  const filling = new DatabaseSync(database)
  filling.exec('pragma journal_mode = delete; begin immediate; create table x (y)')
  await expect(openBriefly(database)).rejects.toThrow('another process is writing')
  filling.close()
})

it('what a crash has left behind is taken up', async () => {
  const database = fresh()
  const first = await openBriefly(database)
  await first.close()
  writeFileSync(`${database}-shm`, '')
  await (await openBriefly(database)).close()
  expect(existsSync(`${database}-shm`)).toBe(false)
})
