import { existsSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../test/kit/databases.ts'
import { StorageUnavailable } from '../errors.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { createLogSync } from './log-sync.ts'

function open(sync?: (descriptor: number) => Promise<void>) {
  const path = join(freshFolder(), 'x.db')
  const writer = new DatabaseSync(path)
  writer.exec('pragma journal_mode = wal')
  writer.exec('pragma synchronous = full')
  let syncs = 0
  const said: string[] = []
  const say = (_details: object, message: string) => void said.push(message)
  const log = createLogSync({
    writer,
    path,
    logger: { info: say, warn: say, error: say },
    sync: async (descriptor) => {
      syncs += 1
      await sync?.(descriptor)
    },
  })
  onTestFinished(() => {
    log.close()
    writer.close()
  })
  return {
    log,
    writer,
    said,
    /** A commit, and how often the disk was waited for: by SQLite (its level is 2 then) and by us. */
    async commit() {
      const [level, before] = [writer.prepare('pragma synchronous').get()?.['synchronous'], syncs]
      writer.exec('create table if not exists texts (text); insert into texts values (1)')
      await log.toDisk()
      return [level === 2 ? 1 : 0, syncs - before]
    },
    path,
  }
}

it('SQLite waits for the first commit of a log, and this for each that follows', async () => {
  const { commit } = open()
  expect([await commit(), await commit(), await commit()]).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
  ])
})

it('a commit that changes nothing is not the first', async () => {
  const { commit, log, writer } = open()
  writer.exec('begin immediate; commit')
  await log.toDisk()
  expect([await commit(), await commit()]).toEqual([
    [1, 0],
    [0, 1],
  ])
})

it('a log that is made anew begins anew; without one, SQLite waits', async () => {
  const { log, commit, writer, path } = open()
  await commit()
  await commit()
  writer.exec('pragma journal_mode = delete')
  log.changed()
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect([await commit(), await commit()]).toEqual([
    [1, 0],
    [1, 0],
  ])
  writer.exec('pragma journal_mode = wal')
  log.changed()
  expect([await commit(), await commit()]).toEqual([
    [1, 0],
    [0, 1],
  ])
})

it.each(['changed', 'close'] as const)('the file of a log that is let go is closed: %s', async (how) => {
  const files: { descriptor: number; inode: number }[] = []
  const { log, commit } = open(async (descriptor) => {
    files.push({ descriptor, inode: fstatSync(descriptor).ino })
  })
  await commit()
  await commit()
  const [file] = files
  log[how]()
  // Another file may have its number by then.
  const inode = () => {
    try {
      return fstatSync(file?.descriptor ?? -1).ino
    } catch {
      return undefined
    }
  }
  await expect.poll(inode).not.toBe(file?.inode)
})

it('a log that changes inside of a transaction is waited for all the same', async () => {
  const { log, commit, writer } = open()
  await commit()
  writer.exec('begin')
  log.changed()
  writer.exec('commit')
  expect(await commit()).toEqual([0, 1])
})

it('a disk that refuses once is not asked again: nothing is acknowledged any more', async () => {
  let works = true
  const { log, commit, said, path } = open(() =>
    works ? Promise.resolve() : Promise.reject(new Error('EIO')),
  )
  await commit()
  await commit()
  log.refuse()
  works = false
  await expect(commit()).rejects.toBeInstanceOf(StorageUnavailable)
  works = true
  expect(() => log.refuse()).toThrow(`${path}-wal. Nothing is written any more, until a restart`)
  await expect(commit()).rejects.toThrow('until a restart')
  expect(said).toHaveLength(1)
})
