import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createShedLoad, type ShedReason } from '../../../sandbox/src/ops/shed-load.ts'
import { slowReaders } from '../../../sandbox/src/ops/slow-readers.ts'
import { toPaymentRow } from '../../../sandbox/src/storage/payment-row.ts'
import {
  noon,
  openRawCallers,
  type PlainTenant,
  type RawCallers,
  statuses,
} from '../../../sandbox/test/kit/index.ts'

/** Far above what the server needs, and far below what it would take if a caller could make it keep things. */
const generousBytes = 200 * 1_048_576

/** A payment as its table has it. */
function payment({ id }: PlainTenant) {
  return toPaymentRow(id, {
    id: randomUUID(),
    bid: null,
    gid: null,
    amount: '1.0000',
    paymentMethod: 'Cash',
    type: 'income',
    description: 'x'.repeat(1_000),
    name: 'Client API Payment',
    date: new Date(noon).toISOString(),
    status: true,
  })
}

let callers: RawCallers
let shed: ShedReason[]
beforeEach(async () => {
  shed = []
  callers = await openRawCallers({
    headersTimeoutMs: 600,
    requestTimeoutMs: 1_000,
    maxConnections: 3_000,
    before: [createShedLoad({ maxRequests: 100, onShed: (reason) => shed.push(reason) }).scope],
    after: [slowReaders({ idleMs: 500 })],
  })
})
afterEach(() => callers[Symbol.asyncDispose]())

describe('hostile callers', () => {
  it('a thousand idle connections, and a thousand that have sent half a head, keep nobody out', async () => {
    const before = process.memoryUsage().rss
    const idle = await Promise.all(Array.from({ length: 1_000 }, callers.open))
    const slow = await Promise.all(Array.from({ length: 1_000 }, callers.open))
    const drips = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('a')
    }, 50)
    for (const socket of slow) socket.write('GET /api/v1/client/bookings HTTP/1.1\r\nX-Slow: ')
    try {
      await callers.expectService()
      // One byte now and then does not prolong it: the head as a whole has its time.
      await expect
        .poll(() => [...idle, ...slow].filter(({ closed }) => !closed).length, { timeout: 15_000 })
        .toBe(0)
    } finally {
      clearInterval(drips)
    }
    for (const socket of [...idle, ...slow]) {
      for (const status of statuses(socket.received())) expect(status).toBe(408)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(generousBytes)
    await callers.expectService()
  })

  it('bodies that drip are cut off when their time is over', async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, callers.open))
    const drips = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(' ')
    }, 50)
    for (const socket of slow) {
      socket.write(
        callers.head('POST', '/api/v1/client/payments', {
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          'Content-Length': '1000',
        }),
      )
    }
    try {
      await expect.poll(() => slow.filter(({ closed }) => !closed).length, { timeout: 15_000 }).toBe(0)
    } finally {
      clearInterval(drips)
    }
    const answers = new Set(slow.flatMap((socket) => statuses(socket.received())))
    // A hundred were let in and took too long. What came on top was turned away: who goes on writing may not read it.
    expect(answers).toContain(408)
    expect([...answers].filter((status) => status !== 408 && status !== 503)).toEqual([])
    expect(shed.length).toBeGreaterThan(0)
    await callers.expectService()
  })

  it('connections beyond the limit are closed, and make room again', async () => {
    const many = await Promise.all(Array.from({ length: 3_100 }, callers.open))
    await expect.poll(() => many.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(90)
    for (const socket of many) socket.destroy()
    await expect
      .poll(
        () =>
          callers.expectService().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
  })

  it('callers who ask and do not read are cut off, and their answers do not pile up', async () => {
    const target = await callers.parts.tenant()
    // Forty megabytes an answer, more than a gigabyte in all: more than the buffers of the connections hold.
    await callers.parts.storage.write(async (tx) => {
      for (let count = 0; count < 300; count++) {
        await tx
          .insertInto('payments')
          .values(Array.from({ length: 100 }, () => payment(target)))
          .execute()
      }
    })
    const before = process.memoryUsage().rss
    const readers = await Promise.all(Array.from({ length: 30 }, callers.open))
    for (const socket of readers) {
      socket.pause()
      socket.write(callers.head('GET', '/api/v1/client/payments', { 'X-API-Key': target.key }))
    }
    await callers.expectService()
    await expect
      .poll(() => callers.log.list({ limit: 1_000, property_id: target.id }).length, { timeout: 15_000 })
      .toBe(30)
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * generousBytes)
    await callers.expectService()
  })
})
