import type { Payment } from '@svc/models'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../test/kit/databases.ts'
import { openParts } from '../../test/kit/parts.ts'
import { toPaymentRow } from '../storage/payment-row.ts'
import { lookThroughPayments } from './payment-search.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe.each(kinds)('on %s', (kind) => {
  it('payments are looked through up to a number, in either order, and it says where that ended', async () => {
    await using parts = await openParts(kind)
    const { id: property } = await parts.tenant()
    // In pairs of one millisecond, as many recorded at once have.
    const rows = Array.from({ length: 2_100 }, (_, index) =>
      toPaymentRow(property, {
        id: uuid(index),
        bid: null,
        gid: null,
        amount: '1.0000',
        paymentMethod: 'Cash',
        type: 'income',
        description: null,
        date: new Date(Math.floor(index / 2)).toISOString(),
        status: true,
        name: index % 100 === 0 ? 'Towels' : 'Linen',
      } satisfies Payment),
    )
    await parts.storage.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 100)
        await tx
          .insertInto('payments')
          .values(rows.slice(from, from + 100))
          .execute()
    })
    const matches = ({ name }: Payment) => name === 'Towels'
    const look = async (most: number | undefined, sort?: 'date', range = {}) => {
      const { total, texts, lookedUntil } = await lookThroughPayments(parts.storage.db, property, range, {
        limit: 2,
        offset: 1,
        matches,
        ...(most && { most }),
        sort,
      })
      return [total, ...texts.map((text) => Number((JSON.parse(text) as Payment).id.slice(-12))), lookedUntil]
    }
    expect(await look(undefined)).toEqual([21, 1_900, 1_800, null])
    expect(await look(undefined, 'date')).toEqual([21, 100, 200, null])
    // All of them and not one more.
    expect(await look(2_100)).toEqual([21, 1_900, 1_800, null])
    // Over more than one reading, none twice and none left out: 2099 down to 501.
    expect(await look(1_599)).toEqual([15, 1_900, 1_800, 250])
    expect(await look(1_599, 'date')).toEqual([16, 100, 200, 799])
    // From there on, as a reader of the answer goes on.
    expect(await look(undefined, undefined, { before: 251 })).toEqual([6, 400, 300, null])
    expect(await look(undefined, 'date', { since: 799 })).toEqual([5, 1_700, 1_800, null])
  })
})
