import { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseSync } from './node-sqlite.ts'
import { SqliteConnection } from './connection.ts'
import { fileReaders } from './readers.ts'

function open(): SqliteConnection {
  const raw = new DatabaseSync(':memory:')
  raw.exec('create table bookings (id text, note text); create table payments (id text)')
  const connection = new SqliteConnection(raw, ':memory:')
  onTestFinished(() => connection.close())
  return connection
}

describe('a connection to SQLite', () => {
  it('prepares a statement once, and again when 500 others came since', () => {
    const connection = open()
    const prepare = vi.spyOn(connection.raw, 'prepare')
    const some = (count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => connection.all(`select ${from + at} as number`, [])[0])

    expect(some(500)).toMatchObject({ 0: { number: 0 }, 499: { number: 499 } })
    some(500)
    expect(prepare).toHaveBeenCalledTimes(500)
    // One more: the first goes, and the second stays.
    some(1, 500)
    some(1, 1)
    expect(prepare).toHaveBeenCalledTimes(501)
    expect(some(1)).toEqual([{ number: 0 }])
    expect(prepare).toHaveBeenCalledTimes(502)
  })

  it.each<[string, (connection: SqliteConnection, sql: string) => unknown]>([
    ['run', (connection, sql) => connection.run(sql, [])],
    ['change', (connection, sql) => connection.change(sql, [])],
    ['all', (connection, sql) => connection.all(sql, [])],
  ])('remembers that bookings may have changed: %s', (_name, act) => {
    const connection = open()
    act(connection, "insert into payments values ('p')")
    expect(connection.changedBookings).toBe(false)
    act(connection, "insert into bookings values ('b', 'x')")
    expect(connection.changedBookings).toBe(true)
  })

  it('binds booleans as numbers, what is missing as null, and text without what cannot be stored', () => {
    const connection = open()
    const rows = connection.all('select ? as yes, ? as no, ? as missing, ? as text, ? as number', [
      true,
      false,
      undefined,
      'half \ud800',
      7,
    ])
    expect(rows).toEqual([{ yes: 1, no: 0, missing: null, text: 'half \ufffd', number: 7 }])
  })

  it('counts what may end claims of others, whichever way it comes', () => {
    const connection = open()
    connection.raw.exec('create table deliveries (id text)')
    for (const way of ['run', 'change', 'all'] as const) {
      const before = connection.claimChanges
      connection[way]('insert into deliveries values (?)', [way])
      expect(connection.claimChanges).toBe(before)
      connection[way]('update deliveries set id = id', [])
      expect(connection.claimChanges).toBe(before + 1)
    }
  })

  it('says how many rows changed, and which was the last', () => {
    const connection = open()
    const inserted = connection.run("insert into payments values ('a'), ('b')", [])
    expect(inserted).toEqual({ rows: [], numAffectedRows: 2n, insertId: 2n })
    expect(connection.change("delete from payments where id = 'a'", [])).toBe(1)
    expect(connection.run('select id from payments', [])).toEqual({
      rows: [{ id: 'b' }],
      numAffectedRows: 1n,
    })
  })

  it.each(['run', 'change', 'all'] as const)('translates the errors of SQLite: %s', (method) => {
    const connection = open()
    connection.raw.exec('pragma query_only = on')
    expect(() => connection[method]('delete from payments', [])).toThrow(
      expect.objectContaining({ code: 'storage_unavailable' }),
    )
  })

  it('streams in chunks, the last of them smaller, while the same query runs', async () => {
    const connection = open()
    connection.run("insert into payments values ('a'), ('b'), ('c')", [])
    const query = CompiledQuery.raw('select id from payments order by id')
    const chunks: unknown[] = []
    for await (const { rows } of connection.streamQuery(query, 2)) {
      chunks.push(rows)
      expect(connection.all(query.sql, [])).toHaveLength(3)
    }
    expect(chunks).toEqual([[{ id: 'a' }, { id: 'b' }], [{ id: 'c' }]])
  })

  it('has no last chunk where the rows come out even', async () => {
    const connection = open()
    connection.run("insert into payments values ('a'), ('b')", [])
    const query = CompiledQuery.raw('select id from payments')
    const sizes: number[] = []
    for await (const { rows } of connection.streamQuery(query, 2)) sizes.push(rows.length)
    expect(sizes).toEqual([2])
  })

  it('closes twice as well as once', () => {
    const connection = open()
    connection.close()
    expect(() => connection.close()).not.toThrow()
    expect(connection.raw.isOpen).toBe(false)
  })
})

describe('readers of a file', () => {
  function readers() {
    const opened: SqliteConnection[] = []
    const driver = fileReaders(
      () => {
        const connection = open()
        opened.push(connection)
        return connection
      },
      () => {},
    )
    return { driver, opened, stillOpen: () => opened.map(({ raw }) => raw.isOpen) }
  }

  it('keep two connections that nobody uses, and close what is beyond', async () => {
    const { driver, opened, stillOpen } = readers()
    const busy = await Promise.all([1, 2, 3].map(() => driver.acquireConnection()))
    expect(opened).toHaveLength(3)
    for (const connection of busy) await driver.releaseConnection(connection)
    expect(stillOpen()).toEqual([true, true, false])
    // Nothing is remembered of it.
    const closeAgain = vi.spyOn(opened[2]!, 'close')

    await Promise.all([1, 2].map(() => driver.acquireConnection()))
    expect(opened).toHaveLength(3)
    driver.closeAll()
    expect(stillOpen()).toEqual([false, false, false])
    expect(closeAgain).not.toHaveBeenCalled()
  })

  it('never use again what was closed meanwhile', async () => {
    const { driver, opened } = readers()
    const connection = await driver.acquireConnection()
    opened[0]?.close()
    await driver.releaseConnection(connection)
    await driver.acquireConnection()
    expect(opened).toHaveLength(2)

    expect(driver.all('select 1 as one', [])).toEqual([{ one: 1 }])
    opened[2]?.close()
    expect(driver.all('select 1 as one', [])).toEqual([{ one: 1 }])
    void driver.all('select 1 as one', [])
    expect(opened).toHaveLength(4)
  })

  it('are closed together, idle ones and busy ones', async () => {
    const { driver, stillOpen } = readers()
    const [idle] = await Promise.all([driver.acquireConnection(), driver.acquireConnection()])
    await driver.releaseConnection(idle)
    void driver.all('select 1 as one', [])
    driver.closeAll()
    expect(stillOpen()).toEqual([false, false, false])
    // And open anew.
    expect(await driver.acquireConnection()).toMatchObject({ raw: { isOpen: true } })
  })
})
