import { writeSync } from 'node:fs'
import { openStorage } from '../../../sandbox/src/storage/open.ts'

/**
 * Started by storage.test.ts, which kills it. Writes without end from many writers at once, a property and an event
 * in each transaction, and prints the id of each that was acknowledged, at once: what is printed must survive.
 */
const [database = '', schema = ''] = process.argv.slice(2)
const storage = await openStorage({ database, ...(schema ? { schema } : {}) })

async function write(writer: number): Promise<never> {
  for (let index = 0; ; index++) {
    const id = `${process.pid}-${writer}-${index}`
    await storage.write(async (tx) => {
      await tx.insertInto('properties').values({ id, name: 'Hostel', created_at: 1 }).execute()
      await tx
        .insertInto('events')
        .values({ id, property_id: id, type: 't', data: '{}', created_at: 1 })
        .execute()
    })
    writeSync(1, `${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
