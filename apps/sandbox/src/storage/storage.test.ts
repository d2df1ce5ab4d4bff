import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds, openForTest } from '../../test/kit/databases.ts'
import { openStorage } from './open.ts'
import { StorageConflict, StorageUnavailable } from './errors.ts'
import type { Db, Storage } from './storage.ts'

function addProperty(tx: Db, id: string, name = 'Hostel') {
  return tx.insertInto('properties').values({ id, name, created_at: 1 }).execute()
}

async function propertyIds(storage: Storage): Promise<string[]> {
  const rows = await storage.db.selectFrom('properties').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** An endpoint with one delivery and one attempt of it, in a property of its own. */
async function addDelivered(tx: Db, id: string): Promise<void> {
  await addProperty(tx, `property ${id}`)
  await tx
    .insertInto('webhook_endpoints')
    .values({
      id: `endpoint ${id}`,
      property_id: `property ${id}`,
      url: 'https://example.com/',
      secret: 'whsec_x',
      previous_secret: null,
      previous_secret_until: null,
      events: '[]',
      is_active: 1,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
  await tx
    .insertInto('events')
    .values({
      id: `event ${id}`,
      property_id: `property ${id}`,
      type: 'payment.created',
      data: '{}',
      created_at: 1,
    })
    .execute()
  await tx
    .insertInto('deliveries')
    .values({
      id: `delivery ${id}`,
      property_id: `property ${id}`,
      endpoint_id: `endpoint ${id}`,
      event_id: `event ${id}`,
      event_type: 'payment.created',
      body: '{}',
      status: 'pending',
      attempts: 1,
      ladder_attempts: 1,
      next_attempt_at: 5,
      last_attempted_at: null,
      delivered_at: null,
      response_status: null,
      response_body: null,
      created_at: 1,
      lease_until: null,
      lease_token: null,
      traceparent: null,
    })
    .execute()
  await tx
    .insertInto('attempts')
    .values({
      property_id: `property ${id}`,
      delivery_id: `delivery ${id}`,
      number: 1,
      kind: 'scheduled',
      started_at: 1,
      duration_ms: 1,
      outcome: 'failed',
      response_status: null,
      response_body: null,
      error: 'timeout',
    })
    .execute()
}

describe.each(kinds)('storage on %s', (kind) => {
  const open = async () => openForTest(await freshDatabase(kind))

  it('a write that rejects leaves nothing behind', async () => {
    const storage = await open()
    const refused = new Error('no')

    const write = storage.write(async (tx) => {
      await addProperty(tx, 'a')
      await addProperty(tx, 'b')
      throw refused
    })

    await expect(write).rejects.toBe(refused)
    expect(await propertyIds(storage)).toEqual([])
  })

  it('when many write at once, only the failing ones are rolled back', async () => {
    const storage = await open()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        storage.write(async (tx) => {
          await addProperty(tx, `p${index}`)
          if (index % 3 === 0) throw new Error(`failed ${index}`)
          // A failing statement, not only a failing work: every tenth wants an id that is taken.
          if (index % 10 === 1) await addProperty(tx, `p${index}`)
          return index
        }),
      ),
    )

    const succeeded = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(succeeded).toEqual(
      Array.from({ length: 100 }, (_, index) => index).filter((index) => index % 3 !== 0 && index % 10 !== 1),
    )
    expect(await propertyIds(storage)).toEqual(succeeded.map((index) => `p${index}`).toSorted())
  })

  it('read-modify-write by many writers loses no update', async () => {
    const storage = await open()
    await storage.write((tx) => tx.insertInto('meta').values({ key: 'n', value: '0' }).execute())

    await Promise.all(
      Array.from({ length: 50 }, () =>
        storage.write(async (tx) => {
          const row = await tx
            .updateTable('meta')
            .set((expression) => ({ value: expression.ref('value') }))
            .where('key', '=', 'n')
            .returning('value')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('meta')
            .set({ value: String(Number(row.value) + 1) })
            .where('key', '=', 'n')
            .execute()
        }),
      ),
    )

    const row = await storage.db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'n')
      .executeTakeFirstOrThrow()
    expect(row.value).toBe('50')
  })

  it('a reader never sees what is not committed', async () => {
    const storage = await open()
    let counts: number[] = []
    const count = async () => {
      const { n } = await storage.db
        .selectFrom('properties')
        .select((expression) => expression.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      counts = [...counts, n]
    }

    const reads: Promise<void>[] = []
    const readOutside = AsyncLocalStorage.bind(() => void reads.push(count()))
    const write = storage.write(async (tx) => {
      readOutside()
      await addProperty(tx, 'a')
      readOutside()
      await addProperty(tx, 'b')
      throw new Error('no')
    })

    await expect(write).rejects.toThrow('no')
    await Promise.all(reads)
    expect(counts).toEqual([0, 0])
  })

  it('an id that exists already and a reference to nothing are conflicts', async () => {
    const storage = await open()
    await storage.write((tx) => addProperty(tx, 'a'))

    const twice = await storage.write((tx) => addProperty(tx, 'a')).catch((error: unknown) => error)
    const dangling = await storage
      .write((tx) => tx.insertInto('allowed_origins').values({ property_id: 'none', origin: 'x' }).execute())
      .catch((error: unknown) => error)

    expect(twice).toBeInstanceOf(StorageConflict)
    expect(twice).toMatchObject({ rule: 'unique', code: 'storage_conflict' })
    expect(dangling).toMatchObject({ rule: 'reference' })
  })

  it('a work that swallows the error of a query commits nothing', async () => {
    const storage = await open()
    await storage.write((tx) => addProperty(tx, 'a'))

    const write = storage.write(async (tx) => {
      await addProperty(tx, 'b')
      await addProperty(tx, 'a').catch(() => {})
    })

    await expect(write).rejects.toThrow('nothing was committed')
    expect(await propertyIds(storage)).toEqual(['a'])
  })

  it('a query after the end of its transaction is refused', async () => {
    const storage = await open()
    let kept: Db | undefined
    await storage.write(async (tx) => {
      kept = tx
      await addProperty(tx, 'a')
    })

    await expect(addProperty(kept as Db, 'b')).rejects.toThrow('already committed')
    expect(await propertyIds(storage)).toEqual(['a'])
  })

  it('a call inside a work that would wait for itself is refused', async () => {
    const storage = await open()
    let later: Promise<unknown> | undefined

    const over = Promise.withResolvers<void>()
    await storage.write(async (tx) => {
      await addProperty(tx, 'a')
      for (const call of [
        () => storage.db.selectFrom('properties').select('id').execute(),
        () => storage.write((own) => addProperty(own, 'b')),
        () => storage.recordPayment({} as never),
        () => storage.claimDeliveries([]),
        () => storage.confirmClaims([]),
        () => storage.settleAttempts([]),
        () => storage.releaseClaims([]),
      ]) {
        await expect(call(), String(call)).rejects.toMatchObject({ code: 'nested_transaction' })
      }
      later = over.promise.then(() => propertyIds(storage))
    })
    over.resolve()

    // What the work has started and not waited for is no longer inside of it.
    expect(await later).toEqual(['a'])
  })

  it('a work runs in the context of its caller, also in a shared commit', async () => {
    const storage = await open()
    const request = new AsyncLocalStorage<number>()

    const seen = await Promise.all(
      [1, 2, 3].map((id) => request.run(id, () => storage.write(() => Promise.resolve(request.getStore())))),
    )

    expect(seen).toEqual([1, 2, 3])
  })

  it('changes outside of write are refused', async () => {
    const storage = await open()

    await expect(addProperty(storage.db, 'a')).rejects.toThrow('storage.write()')
    await expect(storage.db.deleteFrom('properties').execute()).rejects.toThrow('storage.write()')
  })

  it('a deleted endpoint takes its deliveries and their attempts along, and no others', async () => {
    const storage = await open()
    await storage.write(async (tx) => {
      await addDelivered(tx, 'a')
      await addDelivered(tx, 'b')
    })

    await storage.write((tx) => tx.deleteFrom('webhook_endpoints').where('id', '=', 'endpoint a').execute())

    const deliveries = await storage.db.selectFrom('deliveries').select('id').execute()
    const attempts = await storage.db.selectFrom('attempts').select('delivery_id').execute()
    expect(deliveries.map((row) => row.id)).toEqual(['delivery b'])
    expect(attempts.map((row) => row.delivery_id)).toEqual(['delivery b'])
  })

  it('seq grows in the order of writing, and numbers and counts are numbers', async () => {
    const storage = await open()
    const at = 1_900_000_000_123

    for (const id of ['a', 'b', 'c']) {
      await storage.write((tx) =>
        tx
          .insertInto('events')
          .values({ id, property_id: 'p', type: 't', data: '{}', created_at: at })
          .execute(),
      )
    }

    const rows = await storage.db
      .selectFrom('events')
      .select(['id', 'seq', 'created_at'])
      .orderBy('seq')
      .execute()
    expect(rows.map((row) => row.id)).toEqual(['a', 'b', 'c'])
    expect(rows[0]?.created_at).toBe(at)
    const sums = await storage.db
      .selectFrom('events')
      .select((e) => [e.fn.countAll().as('n'), e.fn.sum('created_at').as('sum')])
      .executeTakeFirstOrThrow()
    expect({ ...sums }).toEqual({ n: 3, sum: 3 * at })
  })

  it('affected rows are counted alike', async () => {
    const storage = await open()
    await storage.write(async (tx) => {
      await addProperty(tx, 'a')
      await addProperty(tx, 'b')
    })

    const updated = await storage.write((tx) =>
      tx.updateTable('properties').set({ name: 'x' }).executeTakeFirst(),
    )
    const deleted = await storage.write((tx) =>
      tx.deleteFrom('properties').where('id', '=', 'a').executeTakeFirst(),
    )

    expect(updated.numUpdatedRows).toBe(2n)
    expect(deleted.numDeletedRows).toBe(1n)
  })

  it('text survives as it is, sorts by its bytes, and U+0000 becomes the replacement character', async () => {
    const storage = await open()
    const names = ['b', 'B', 'ä', 'a-1', 'a1', '🛏', "O'Brien; drop table", 'a\0b']

    await storage.write(async (tx) => {
      for (const [index, name] of names.entries()) await addProperty(tx, String(index), name)
    })

    const rows = await storage.db.selectFrom('properties').select('name').orderBy('name').execute()
    const stored = names.map((name) => name.replace('\0', '\uFFFD'))
    expect(rows.map((row) => row.name)).toEqual(
      stored.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    )
    const found = await storage.db.selectFrom('properties').select('id').where('name', '=', 'a\0b').execute()
    expect(found).toHaveLength(1)
  })

  it('a stream yields every row while writes go on', async () => {
    const storage = await open()
    await storage.write(async (tx) => {
      for (let index = 0; index < 250; index++) await addProperty(tx, String(index).padStart(4, '0'))
    })

    const seen: string[] = []
    for await (const row of storage.db.selectFrom('properties').select('id').orderBy('id').stream(100)) {
      if (seen.length === 0) await storage.write((tx) => addProperty(tx, 'zz'))
      seen.push(row.id)
    }

    expect(seen).toHaveLength(250)
    expect(await propertyIds(storage)).toHaveLength(251)
  })

  it('a read transaction sees one moment', async () => {
    // One connection, whose reader the writer waits for: there is nothing to see here for memory.
    const storage = await open()
    const seen = await storage.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const before = await tx.selectFrom('properties').select('id').execute()
        const write = storage.write((writing) => addProperty(writing, 'a'))
        if (kind !== 'memory') await write
        const after = await tx.selectFrom('properties').select('id').execute()
        return [before.length, after.length]
      })

    expect(seen).toEqual([0, 0])
    await expect.poll(() => propertyIds(storage)).toEqual(['a'])
  })

  it('listeners hear after the commit, once for each, and not of a write that failed', async () => {
    const storage = await open()
    let heard: (string | number)[] = []
    storage.listen('deliveries', () => {
      heard = [...heard, 'deliveries']
    })
    const stop = storage.listen('clock', () => {
      heard = [...heard, 'clock']
    })

    await storage.write(async (tx) => {
      await storage.notify(tx, 'deliveries')
      await storage.notify(tx, 'deliveries')
      heard = [...heard, 'not yet']
    })
    const failed = storage.write(async (tx) => {
      await storage.notify(tx, 'clock')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await storage.notify(storage.db, 'clock')
    stop()
    await storage.notify(storage.db, 'clock')

    expect(heard).toEqual(['not yet', 'deliveries', 'clock'])
  })

  it('a listener that throws does not stop the others', async () => {
    const errors: string[] = []
    const logger = {
      info() {},
      warn() {},
      error: (_details: object, message: string) => void errors.push(message),
    }
    const storage = await openForTest({ ...(await freshDatabase(kind)), logger })
    let heard = 0
    storage.listen('clock', () => {
      throw new Error('bad listener')
    })
    storage.listen('clock', () => void heard++)

    await storage.notify(storage.db, 'clock')

    expect(heard).toBe(1)
    expect(errors).toHaveLength(1)
  })

  it('close waits for the writes that were asked for, and refuses later ones', async () => {
    const storage = await openStorage(await freshDatabase(kind))
    const write = storage.write((tx) => addProperty(tx, 'a'))
    // PostgreSQL: the write must have its connection; SQLite: it is in the queue.
    await storage.ping()
    const closing = storage.close()

    await write
    await closing
    await storage.close()
    await expect(storage.write((tx) => addProperty(tx, 'b'))).rejects.toBeInstanceOf(StorageUnavailable)
  })

  it('ping answers', async () => {
    const storage = await open()
    await expect(storage.ping()).resolves.toBeUndefined()
  })
})

describe.each(['sqlite', 'postgres'] as const)('a %s database that is opened again', (kind) => {
  it('has what was committed, and migrating it again changes nothing', async () => {
    const options = await freshDatabase(kind)
    const first = await openStorage(options)
    await first.write((tx) => addProperty(tx, 'a'))
    await first.close()

    const second = await openForTest(options)

    expect(await propertyIds(second)).toEqual(['a'])
  })

  it('can be opened by four at once when it is new', async () => {
    const options = await freshDatabase(kind)

    const nodes = await Promise.all([1, 2, 3, 4].map(() => openForTest(options)))
    await Promise.all(nodes.map((node, index) => node.write((tx) => addProperty(tx, String(index)))))

    for (const node of nodes) expect(await propertyIds(node)).toEqual(['0', '1', '2', '3'])
  })

  it('calls the listeners of its other nodes', async () => {
    const options = await freshDatabase(kind)
    const [here, there] = [await openForTest(options), await openForTest(options)]
    const heard = new Promise<void>((resolve) => void there.listen('deliveries', () => resolve()))

    await here.write(async (tx) => {
      await addProperty(tx, 'a')
      await here.notify(tx, 'deliveries')
    })

    await heard
    expect(await propertyIds(there)).toEqual(['a'])
  })

  it('is served when a newer version has only added to its tables', async () => {
    const options = await freshDatabase(kind)
    const storage = await openStorage(options)
    await storage.write((tx) =>
      tx
        .insertInto('schema_migrations' as 'meta')
        .values({ name: '0005-more-since-0004', timestamp: '2031-01-01T00:00:00.000Z' } as never)
        .execute(),
    )
    await storage.close()
    const again = await openForTest(options)
    expect(await again.db.selectFrom('properties').select('id').execute()).toEqual([])
  })

  it.each([
    ['9999-future', 'newer version of svc-sandbox has changed it (9999-future)'],
    ['0006-contract-since-0005', 'newer version of svc-sandbox has changed it (0006-contract-since-0005)'],
    ['0001-initial', 'from before the first release'],
  ])('is refused in words when its tables are not ours: %s', async (name, words) => {
    const options = await freshDatabase(kind)
    const storage = await openStorage(options)
    await storage.write((tx) =>
      tx
        .insertInto('schema_migrations' as 'meta')
        .values({ name, timestamp: '2031-01-01T00:00:00.000Z' } as never)
        .execute(),
    )
    await storage.close()

    await expect(openStorage(options)).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining(words) as string,
    })
  })
})

it.each(['memory', 'sqlite'] as const)(
  'on %s a work may read a stream of what it has written',
  async (kind) => {
    const storage = await openForTest(await freshDatabase(kind))
    const ids = await storage.write(async (tx) => {
      const rows = Array.from({ length: 5 }, (_, at) => ({ id: `p${at}`, name: 'P', created_at: 1 }))
      await tx.insertInto('properties').values(rows).execute()
      const seen: string[] = []
      const read = tx.selectFrom('properties').select('id').orderBy('id').stream(2)
      for await (const { id } of read) seen.push(id)
      return seen
    })
    expect(ids).toEqual(['p0', 'p1', 'p2', 'p3', 'p4'])
  },
)
