import { join } from 'node:path'
import { sql } from 'kysely'
import fc from 'fast-check'
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
  const statements: string[] = []
  const run = connection.run.bind(connection)
  connection.run = (text, values) => {
    statements.push(text)
    return run(text, values)
  }
  const commits = createGroupCommit({ connection, lockTimeoutMs: 100, ...options })
  const insert = 'insert into texts values (?)'
  return {
    commits,
    statements,
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

it('small works need no savepoints; when one throws they all run again, each in one, and it alone is refused', async () => {
  const ran: string[] = []
  const { add, commits, statements, texts } = open({ ran: (text) => ran.push(text) })
  await Promise.all([add('1'), add('2')])
  expect(statements).toEqual(['begin immediate', 'commit'])

  statements.length = 0
  ran.length = 0
  const bad = commits.writeNow((on) => {
    on.change('insert into texts values (?)', ['half of it'])
    throw new Error('It was no good')
  })
  const others = [add('3'), add('4')]
  await expect(bad).rejects.toThrow('It was no good')
  await Promise.all(others)
  expect(texts()).toEqual(['1', '2', '3', '4'])
  const inSavepoint = ['savepoint work', 'release work']
  const takenBack = ['savepoint work', 'rollback to work', 'release work']
  expect(statements).toEqual([
    'begin immediate',
    'rollback',
    'begin immediate',
    ...takenBack,
    ...inSavepoint,
    ...inSavepoint,
    'commit',
  ])

  // It is forgotten, and so is what was made of it.
  statements.length = 0
  await Promise.all([add('5'), add('6')])
  expect(statements).toEqual(['begin immediate', 'commit'])
})

it('whatever throws in whichever order: what has succeeded is there once, in its order, and nothing else', async () => {
  const work = fc.record({
    small: fc.boolean(),
    fails: fc.constantFrom('no', 'no', 'no', 'before', 'after'),
    pause: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (works) => {
      const { commits, texts } = open()
      const failing = (when: string, fails: string) => {
        if (when === fails) throw new Error('It was no good')
      }
      const ended: Promise<string | undefined>[] = []
      for (const [at, { small, fails, pause }] of works.entries()) {
        const text = String(at)
        const write = small
          ? commits.writeNow((on) => {
              failing('before', fails)
              on.change('insert into texts values (?)', [text])
              failing('after', fails)
            })
          : commits.write(async (tx) => {
              failing('before', fails)
              await sql`insert into texts values (${text})`.execute(tx)
              failing('after', fails)
            })
        ended.push(
          write.then(
            () => text,
            () => undefined,
          ),
        )
        if (pause) await new Promise(setImmediate)
      }
      const succeeded = (await Promise.all(ended)).filter((text) => text !== undefined)
      expect(succeeded).toEqual(works.flatMap(({ fails }, at) => (fails === 'no' ? String(at) : [])))
      expect(texts()).toEqual(succeeded)
    }),
    { numRuns: 60 },
  )
})
