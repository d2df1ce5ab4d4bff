import { operations } from '@svc/models/operations'
import { describe, expect, it } from 'vitest'
import { createQueryMemory } from './query-memory.ts'

const { listBookings, listPayments } = operations

describe('createQueryMemory', () => {
  it('writes a query once', () => {
    const memory = createQueryMemory()
    expect(memory(listBookings, { limit: 10 }, () => '?limit=10')).toBe('?limit=10')
    expect(memory(listBookings, { limit: 10 }, () => 'again')).toBe('?limit=10')
    expect(memory(listPayments, { limit: 10 }, () => 'of another operation')).toBe('of another operation')
  })

  it('takes no query for another one', () => {
    const memory = createQueryMemory()
    const queries: unknown[] = [
      {},
      { page: 1 },
      { page: '1' },
      { page: 11 },
      { page: undefined },
      { page: '1', limit: 2 },
      { page: '1;5limit#2' },
      { page: '' },
      { status: 'new', page: 1 },
      [],
      null,
      'page',
      { page: [1] },
      { page: new Number(1) },
      { page: null },
      new (class {
        page = 1
      })(),
    ]
    queries.forEach((query, index) => {
      expect(memory(listBookings, query, () => String(index))).toBe(String(index))
    })
  })

  it('remembers nothing of a query that is wrong', () => {
    const memory = createQueryMemory()
    expect(memory(listBookings, { limit: -1 }, () => undefined)).toBe('')
    expect(memory(listBookings, { limit: -1 }, () => 'asked again')).toBe('asked again')
  })

  it('forgets when there are too many', () => {
    const memory = createQueryMemory()
    for (let page = 1; page <= 101; page++) memory(listBookings, { page }, () => 'first')
    expect(memory(listBookings, { page: 1 }, () => 'second')).toBe('second')
    expect(memory(listBookings, { page: 101 }, () => 'second')).toBe('first')
  })
})
