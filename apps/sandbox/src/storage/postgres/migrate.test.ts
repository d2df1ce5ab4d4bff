import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Refuses the making of the table of bookings, as often as it is told, with an error of this code. */
function refuse(code: string, times: number): { sent: string[] } {
  const sent: string[] = []
  let left = times
  const query = Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    sent.push(text)
    if (/create table "bookings"/i.test(text) && left > 0) {
      left -= 1
      return Promise.reject(Object.assign(new Error(`${text}: refused`), { code }))
    }
    return query.apply(this, given)
  })
  return { sent }
}

const count = (sent: readonly string[], what: RegExp) => sent.filter((text) => what.test(text)).length

describe('a change of the tables of PostgreSQL', () => {
  it.each([
    ['a lock that others hold', '55P03'],
    ['a deadlock', '40P01'],
  ])('gives way to %s, and is made a little later', async (_what, code) => {
    const { sent } = refuse(code, 2)
    const storage = await openForTest(await freshDatabase('postgres'))
    expect(await storage.db.selectFrom('bookings').selectAll().execute()).toEqual([])
    expect(count(sent, /create table "bookings"/i)).toBe(3)
    const limits = sent.filter((text) => text.startsWith('set lock_timeout'))
    expect(limits).toEqual(['set lock_timeout = 400', 'set lock_timeout = 0'])
  })

  it('that fails for any other reason is not made again', async () => {
    const { sent } = refuse('42501', 2)
    await expect(openForTest(await freshDatabase('postgres'))).rejects.toThrow('may not create tables there')
    expect(count(sent, /create table "bookings"/i)).toBe(1)
  })
})
