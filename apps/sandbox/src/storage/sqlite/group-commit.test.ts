import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../test/kit/databases.ts'
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { SqliteConnection } from './connection.ts'

function open({ ran, ...options }: Partial<GroupCommitOptions> & { ran?: (text: string) => void } = {}) {
  const path = join(freshFolder(), 'x.db')
  const raw = new DatabaseSync(path)
  raw.exec('pragma journal_mode = wal; create table texts (text)')
  const reader = new DatabaseSync(path)
  onTestFinished(() => {
    raw.close()
    reader.close()
  })
  const connection = new SqliteConnection(raw, path)
  const commits = createGroupCommit({ connection, lockTimeoutMs: 100, ...options })
  const insert = 'insert into texts values (?)'
  return {
    texts: () =>
      reader
        .prepare('select text from texts')
        .all()
        .map(({ text }) => text),
    add: (text: string) =>
      commits.writeNow((on) => {
        ran?.(text)
        on.change(insert, [text])
      }),
    addAnyhow: (text: string) =>
      commits.write(async (tx) => {
        ran?.(text)
        await sql`insert into texts values (${text})`.execute(tx)
      }),
  }
}

it('a write is over when its commit is on the disk, and what comes in meanwhile shares the next one', async () => {
  const syncs: PromiseWithResolvers<void>[] = []
  const { add, texts } = open({
    toDisk() {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      return sync.promise
    },
  })
  const over: string[] = []
  const first = add('first').then(() => over.push('first'))
  await expect.poll(() => syncs.length).toBe(1)
  const others = [add('second'), add('third')].map((one) => one.then(() => over.push('another')))
  await new Promise(setImmediate)
  expect({ over, texts: texts() }).toEqual({ over: [], texts: ['first'] })

  syncs[0]?.resolve()
  await first
  await expect.poll(() => syncs.length).toBe(2)
  expect({ over, texts: texts() }).toEqual({ over: ['first'], texts: ['first', 'second', 'third'] })

  syncs[1]?.reject(new Error('The disk is broken'))
  await expect(Promise.all(others)).rejects.toThrow('The disk is broken')
  expect(over).toEqual(['first'])
})

it('what takes small works back is kept in memory, what takes any other back in a file', async () => {
  let kept = ''
  const ran: [string, string][] = []
  const { add, addAnyhow, texts } = open({
    keepUndo: (where) => (kept = where),
    ran: (text) => ran.push([text, kept]),
  })
  await Promise.all([add('1'), add('2'), addAnyhow('3'), add('4')])
  // The third does not join the first two. Whether the fourth joins the third depends on the time that it has taken.
  expect(ran.slice(0, 3)).toEqual([
    ['1', 'memory'],
    ['2', 'memory'],
    ['3', 'file'],
  ])
  expect(texts()).toEqual(['1', '2', '3', '4'])
})
