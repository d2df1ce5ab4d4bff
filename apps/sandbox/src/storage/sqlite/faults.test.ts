import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshFolder, openForTest } from '../../../test/kit/databases.ts'
import { StorageBusy, StorageUnavailable } from '../errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { openStorage } from '../open.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteError } from './errors.ts'
import type { Storage } from '../storage.ts'

function unusable(text: string) {
  return { code: 'storage_unusable', message: expect.stringContaining(text) as string }
}

const addProperty = (storage: Pick<Storage, 'write'>, id: string, name = 'Hostel') =>
  storage.write((tx) => tx.insertInto('properties').values({ id, name, created_at: 1 }).execute())

/** SQLite reports a file that may not grow exactly as it reports a disk that is full. */
async function openSmall() {
  const database = join(freshFolder(), 'sandbox.db')
  await (await openStorage({ database })).close()
  const raw = new DatabaseSync(database)
  raw.exec('pragma foreign_keys = on')
  const connection = new SqliteConnection(raw, database)
  const pages = Number(raw.prepare('pragma page_count').get()?.['page_count'])
  const commits = createGroupCommit({
    connection,
    lockTimeoutMs: 100,
    // Works that are asked for together share a batch, however busy the machine is.
    batchMs: Infinity,
  })
  return {
    write: commits.write,
    mayGrow: (by: number) => raw.exec(`pragma max_page_count = ${pages + by}`),
    spoil: (statement: string) => raw.exec(statement),
    ids: () =>
      raw
        .prepare('select id from properties order by id')
        .all()
        .map((row) => row['id']),
    close: () => raw.close(),
  }
}

describe('opening a file', () => {
  it('that is not a database leaves it as it is', async () => {
    const database = join(freshFolder(), 'notes.txt')
    writeFileSync(database, 'my notes\n'.repeat(1000))

    await expect(openStorage({ database })).rejects.toMatchObject(unusable('not an SQLite database'))
    expect(readFileSync(database, 'utf8')).toBe('my notes\n'.repeat(1000))
  })

  it('of another program leaves it as it is', async () => {
    const database = join(freshFolder(), 'other.db')
    const other = new DatabaseSync(database)
    other.exec('create table theirs (x)')
    other.close()
    const before = readFileSync(database)

    await expect(openStorage({ database })).rejects.toMatchObject(unusable('belongs to another program'))
    expect(readFileSync(database).equals(before)).toBe(true)
  })

  it('that is damaged says so, and keeps it', async () => {
    const folder = freshFolder()
    const database = join(folder, 'sandbox.db')
    const storage = await openStorage({ database })
    for (let index = 0; index < 200; index++) await addProperty(storage, String(index), 'x'.repeat(500))
    await storage.close()
    truncateSync(database, Math.floor(statSync(database).size / 2))
    copyFileSync(database, join(folder, 'before'))

    await expect(openStorage({ database })).rejects.toMatchObject(unusable('the file is damaged'))
    expect(readFileSync(database).equals(readFileSync(join(folder, 'before')))).toBe(true)
  })

  it('that is a folder, or lies below a file, says that it cannot be opened', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'sandbox.db'))
    writeFileSync(join(folder, 'file'), '')

    await expect(openStorage({ database: join(folder, 'sandbox.db') })).rejects.toMatchObject(
      unusable('cannot be opened'),
    )
    await expect(openStorage({ database: join(folder, 'file', 'sandbox.db') })).rejects.toMatchObject(
      unusable('its folder cannot be made or written'),
    )
  })

  it.runIf(existsSync('/proc/self'))(
    'below /proc, where nothing can be made, is refused as well',
    async () => {
      await expect(openStorage({ database: '/proc/none/sandbox.db' })).rejects.toMatchObject(
        unusable('its folder cannot be made or written (ENOENT)'),
      )
    },
  )

  it('makes its folder, for this user only', async () => {
    const database = join(freshFolder(), '.svc', 'sandbox.db')
    await openForTest({ database })

    expect(statSync(database).mode & 0o777).toBe(0o600)
    expect(statSync(join(database, '..')).mode & 0o777).toBe(0o700)
  })

  it('under an address that is none of ours is refused without showing its password', async () => {
    const refused = openStorage({ database: 'mysql://user:hunter2@localhost/x' })
    await expect(refused).rejects.toMatchObject(unusable('mysql://…'))
    await expect(refused).rejects.not.toThrow('hunter2')
    expect(existsSync('mysql:')).toBe(false)
  })
})

describe('a file that another process writes to', () => {
  it('is waited for, and then refused as busy; nothing is written partially', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    const storage = await openForTest({ database, lockTimeoutMs: 100 })
    const other = new DatabaseSync(database)
    other.exec('begin immediate')

    const refused = await Promise.allSettled([addProperty(storage, 'a'), addProperty(storage, 'b')])
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageBusy) as StorageBusy })
    }
    // Readers are not held up.
    expect(await storage.db.selectFrom('properties').select('id').execute()).toEqual([])

    other.exec('rollback')
    other.close()
    await addProperty(storage, 'a')
    expect(await storage.db.selectFrom('properties').select('id').execute()).toHaveLength(1)
  })

  it('is written to as soon as the other is done', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    const storage = await openForTest({ database })
    const other = new DatabaseSync(database)
    other.exec('begin immediate')
    other.exec("insert into properties (id, name, created_at) values ('theirs', 'x', 1)")

    const write = addProperty(storage, 'ours')
    // By then it has been tried in vain.
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => void setImmediate(resolve))
    other.exec('commit')
    await write
    other.close()

    const rows = await storage.db.selectFrom('properties').select('id').orderBy('id').execute()
    expect(rows.map((row) => row.id)).toEqual(['ours', 'theirs'])
  })
})

describe('a full disk', () => {
  it('refuses what does not fit, keeps what was acknowledged, and continues when there is space', async () => {
    const small = await openSmall()
    small.mayGrow(10)
    await addProperty(small, 'before')

    const outcomes = await Promise.allSettled([
      addProperty(small, 'fits'),
      addProperty(small, 'too big', 'x'.repeat(200_000)),
      addProperty(small, 'after'),
    ])
    expect(outcomes[1]).toMatchObject({
      status: 'rejected',
      reason: expect.objectContaining({
        code: 'storage_unavailable',
        message: expect.stringContaining('the disk is full') as string,
      }) as Error,
    })
    // The others must have what their results say.
    const told = ['fits', 'too big', 'after'].filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(small.ids()).toEqual(['before', ...told].toSorted())

    small.mayGrow(1000)
    await addProperty(small, 'too big', 'x'.repeat(200_000))
    expect(small.ids()).toContain('too big')
    small.close()
  })
})

describe('a transaction that SQLite gives up', () => {
  it('also loses the works that shared it, acknowledges none of them, and no later ones', async () => {
    const small = await openSmall()
    small.spoil(
      "create trigger gives_up before insert on properties when new.id = 'bad' begin select raise(rollback, 'gone'); end",
    )

    const outcomes = await Promise.allSettled(['before', 'bad', 'after'].map((id) => addProperty(small, id)))

    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(outcomes[0]).toMatchObject({ reason: expect.any(StorageUnavailable) as StorageUnavailable })
    expect(small.ids()).toEqual(['after'])
    small.close()
  })
})

describe('a commit that SQLite refuses', () => {
  it('takes back what was to be committed, and those who come later can write', async () => {
    const small = await openSmall()
    // Looked at by the commit alone: the origin of no property.
    const broken = small.write(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await tx.insertInto('allowed_origins').values({ property_id: 'none', origin: 'o' }).execute()
    })
    await expect(broken).rejects.toThrow('FOREIGN KEY')
    await addProperty(small, 'later')
    expect(small.ids()).toEqual(['later'])
    small.close()
  })
})

describe('what SQLite reports', () => {
  const reported = (errcode: number) =>
    sqliteError(Object.assign(new Error('as SQLite says it'), { code: 'ERR_SQLITE_ERROR', errcode }), 'x.db')

  it.each([
    [8, 'read-only'],
    [11, 'damaged'],
    [13, 'full'],
    [14, 'cannot be opened'],
    [10, 'as SQLite says it'],
    [6410, 'as SQLite says it'],
  ])('as %i makes the database unavailable: %s', (code, text) => {
    expect(reported(code)).toBeInstanceOf(StorageUnavailable)
    expect((reported(code) as Error).message).toContain(text)
  })

  it('is thrown as an error: anything else with a code is nothing of its own', () => {
    const code = { errcode: 5 }
    expect(sqliteError(code, 'x.db')).toBe(code)
  })

  it('as a mistake in the statement stays what it is', () => {
    expect(reported(1)).not.toBeInstanceOf(StorageUnavailable)
  })
})
