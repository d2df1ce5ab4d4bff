import type { BookingPage, ListBookingsQuery } from '@svc/models'
import { describe, expect, it } from 'vitest'
import { booking, page } from '../test/support/data.ts'
import { settle } from '../test/support/runtime.ts'
import { ApiError } from './errors/api-error.ts'
import { BookingList, WholeList } from './pagination.ts'

const info = {
  status: 200,
  headers: {},
  requestId: undefined,
  attempts: 1,
  idempotencyKey: undefined,
  replayed: false,
}

/** A list over a service that answers page by page; the queries that it was asked. */
function listOf(answer: (page: number) => BookingPage, query: ListBookingsQuery = {}) {
  const asked: ListBookingsQuery[] = []
  const list = new BookingList(async (one) => {
    asked.push(one)
    return { data: answer(one.page ?? 1), response: info }
  }, query)
  return { list, asked }
}

async function idsOf(list: AsyncIterable<{ id: string }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of list) ids.push(Number(id.slice(-12)))
  return ids
}

const pages =
  (...ids: number[][]) =>
  (number: number) =>
    page((ids[number - 1] ?? []).map(booking), number, ids.length)

describe('a list of bookings', () => {
  it('asks for nothing until it is used, and then once however often it is awaited', async () => {
    const { list, asked } = listOf(pages([1, 2], [3]), { status: 'confirmed' })
    await settle()
    expect(asked).toEqual([])
    expect((await list).results).toHaveLength(2)
    expect(await list).toBe(await list)
    expect((await list.withResponse()).response.status).toBe(200)
    expect(asked).toEqual([{ status: 'confirmed' }])
  })

  it('gives every booking of every page, in pages as large as they come', async () => {
    const { list, asked } = listOf(pages([1, 2], [3, 4], [5]), { guest_id: 'g' })
    expect(await idsOf(list)).toEqual([1, 2, 3, 4, 5])
    expect(asked).toEqual([1, 2, 3].map((number) => ({ guest_id: 'g', page: number, limit: 100 })))
  })

  it('keeps to the page and limit that were asked for', async () => {
    const { list, asked } = listOf(pages([1], [2], [3]), { page: 2, limit: 1 })
    expect(await idsOf(list)).toEqual([2, 3])
    expect(asked).toEqual([
      { page: 2, limit: 1 },
      { page: 3, limit: 1 },
    ])
    const { list: second, asked: pagesOnly } = listOf(pages([1], [2]), { page: 2 })
    expect(await idsOf(second)).toEqual([2])
    expect(pagesOnly).toEqual([{ page: 2 }])
  })

  describe('of a service with smaller pages', () => {
    const refuse = (status: number, words: string) =>
      new ApiError(`GET /bookings failed with ${status}: ${words}`, { code: 'http_400', status, headers: {} })

    /** Takes a limit up to `most`; where that is undefined, none at all. */
    const bounded = (most: number | undefined, error = refuse(400, 'limit must be at most 50')) => {
      const asked: ListBookingsQuery[] = []
      const list = (query: ListBookingsQuery = {}) =>
        new BookingList(async (one) => {
          asked.push(one)
          if (one.limit !== undefined && one.limit > (most ?? 0)) throw error
          return { data: pages([1, 2], [3])(one.page ?? 1), response: info }
        }, query)
      return { list, asked }
    }

    it.each([
      [50, [100, 50, 50]],
      [20, [100, 50, undefined, undefined]],
      [undefined, [100, 50, undefined, undefined]],
    ])('of %j, iteration finds it out once', async (most, limits) => {
      const { list, asked } = bounded(most, refuse(422, 'Limit too high'))
      expect(await idsOf(list())).toEqual([1, 2, 3])
      expect(asked.map(({ limit }) => limit)).toEqual(limits)
      expect(asked.at(-1)?.page).toBe(2)
    })

    it('a limit that was asked for is not changed', async () => {
      const { list, asked } = bounded(50)
      await expect(idsOf(list({ limit: 60 }))).rejects.toThrow('at most 50')
      expect(asked).toHaveLength(1)
    })

    it.each([
      ['another field', refuse(400, 'guest_id must be a UUID')],
      ['another status', refuse(429, 'rate limit')],
      ['no answer', new Error('limit')],
    ])('a refusal of %s is told at once', async (_what, error) => {
      const { list, asked } = bounded(undefined, error as ApiError)
      await expect(idsOf(list())).rejects.toBe(error)
      expect(asked).toHaveLength(1)
    })
  })

  it('can be read page by page', async () => {
    const { list } = listOf(pages([1, 2], [3]))
    const sizes: number[] = []
    for await (const { results } of list.pages()) sizes.push(results.length)
    expect(sizes).toEqual([2, 1])
  })

  it('can be iterated twice', async () => {
    const { list } = listOf(pages([1], [2]))
    expect([await idsOf(list), await idsOf(list)]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('leaving the loop asks for nothing more', async () => {
    const { list, asked } = listOf(pages([1, 2], [3, 4]))
    for await (const { id } of list) if (id.endsWith('2')) break
    expect(asked).toHaveLength(1)
  })

  it('a booking that new ones push onto the next page comes once', async () => {
    const { list } = listOf(pages([1, 2, 3], [3, 4, 5], [5, 6]))
    expect(await idsOf(list)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each<[string, (number: number) => BookingPage, number[], number]>([
    ['empty', () => page([], 1, 0), [], 1],
    ['that repeats a page for ever', (number) => page([booking(1)], number, number + 1), [1], 2],
    ['that ignores the page', () => page([booking(1)], 1, 9), [1], 2],
    ['that shrinks', (number) => (number === 1 ? page([booking(1)], 1, 5) : page([], number, 1)), [1], 2],
    [
      'that ends sooner than it said',
      (number) => page([booking(number)], number, number === 1 ? 9 : 2),
      [1, 2],
      2,
    ],
    ['that says there are no pages', () => page([booking(1)], 1, 0), [1], 1],
    ['that grows', (number) => page([booking(number)], number, number < 4 ? number + 1 : 4), [1, 2, 3, 4], 4],
  ])('a service %s ends the iteration', async (_name, answer, ids, requests) => {
    const { list, asked } = listOf(answer)
    expect(await idsOf(list)).toEqual(ids)
    expect(asked).toHaveLength(requests)
  })

  it('a failure reaches the loop after what came before it', async () => {
    const { list } = listOf((number) => {
      if (number === 2) throw new Error('page 2')
      return page([booking(number)], number, 3)
    })
    const seen: string[] = []
    const reading = async () => {
      for await (const { id } of list) seen.push(id)
    }
    await expect(reading()).rejects.toThrow('page 2')
    expect(seen).toHaveLength(1)
  })
})

describe('a whole list', () => {
  it('is awaited or iterated, and asked for once', async () => {
    let asked = 0
    const list = new WholeList(async () => {
      asked += 1
      return { data: [booking(1), booking(2)], response: info }
    })
    expect(asked).toBe(0)
    expect(await idsOf(list)).toEqual([1, 2])
    expect(await list).toHaveLength(2)
    expect(asked).toBe(1)
  })
})
