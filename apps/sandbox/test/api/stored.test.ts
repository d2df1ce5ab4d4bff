import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeExpiredRecords } from '../../src/http/expired-records.ts'
import { kinds, noon, openParts, type Parts, type PlainTenant } from '../kit/index.ts'
import { toPaymentRow } from '../../src/storage/payment-row.ts'

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }
const hook = { url: 'https://example.com/', events: ['payment.created'] }

describe.each(kinds)('what is stored on %s', (kind) => {
  let parts: Parts
  let hostel: PlainTenant
  beforeAll(async () => {
    parts = await openParts(kind, { secretKey: 'a key that seals what is secret, 32 or longer' })
    hostel = await parts.tenant()
  })
  afterAll(() => parts[Symbol.asyncDispose]())
  const rows = async (
    table: 'api_keys' | 'webhook_endpoints' | 'idempotency_records' | 'events' | 'deliveries',
  ) => parts.storage.db.selectFrom(table).selectAll().execute()

  it('neither keys nor signing secrets are stored readable, also not in stored answers', async () => {
    const { json } = await hostel.call('POST', '/webhooks', { body: hook })
    expect(JSON.stringify(await rows('api_keys'))).not.toContain(hostel.key)
    const stored = JSON.stringify([await rows('webhook_endpoints'), await rows('idempotency_records')])
    expect(stored).not.toContain(json.secret)
    const { secret } = await parts.storage.db
      .selectFrom('webhook_endpoints')
      .select('secret')
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow()
    expect(parts.context.secrets.open(secret)).toBe(json.secret)
    await hostel.call('DELETE', `/webhooks/${json.id}`)
  })

  it('record, payment, event and delivery commit in one transaction, or none of them', async () => {
    await hostel.call('POST', '/webhooks', { body: hook })
    const { notify, recordPayment } = parts.storage
    const headers = { 'idempotency-key': randomUUID() }
    // The long way, which notifies last: what is done in one go has no last step that could fail alone.
    parts.storage.recordPayment = () => Promise.resolve(false)
    parts.storage.notify = () => Promise.reject(new Error('the last step fails'))
    const failed = await hostel.call('POST', '/payments', { body: cash, headers })
    Object.assign(parts.storage, { notify, recordPayment })
    expect([failed.status, failed.json.code]).toEqual([500, 'internal_error'])
    expect(failed.text).not.toContain('the last step fails')
    expect((await hostel.call('GET', '/payments')).json).toEqual([])
    expect([await rows('events'), await rows('deliveries')]).toEqual([[], []])
    const { status, headers: answered } = await hostel.call('POST', '/payments', { body: cash, headers })
    expect([status, answered['idempotent-replayed']]).toEqual([201, undefined])
    expect([(await rows('events')).length, (await rows('deliveries')).length]).toEqual([1, 1])
  })

  it('records whose 24 hours are over are removed, the others stay', async () => {
    await hostel.call('POST', '/payments', { body: cash })
    const count = (await rows('idempotency_records')).length
    const clock = { ...parts.context.runtime.clock, now: () => noon + 86_400_000 - 1 }
    expect(await removeExpiredRecords(parts.storage, clock)).toBe(0)
    clock.now = () => noon + 86_400_000
    expect(await removeExpiredRecords(parts.storage, clock)).toBe(count)
    expect(await rows('idempotency_records')).toEqual([])
  })

  it('a traceparent goes on to the deliveries that a request causes; what is none does not', async () => {
    await parts.storage.write((tx) => tx.deleteFrom('deliveries').execute())
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await hostel.call('POST', '/payments', { body: cash, headers: { traceparent } })
    await hostel.call('POST', '/payments', { body: cash, headers: { traceparent: 'nonsense' } })
    expect((await rows('deliveries')).map((row) => row['traceparent' as keyof typeof row])).toEqual([
      traceparent,
      null,
    ])
  })

  it('a list of many pages is whole, in order, and valid JSON', async () => {
    await parts.storage.write((tx) => tx.deleteFrom('payments').execute())
    const count = 2_345
    await parts.storage.write(async (tx) => {
      for (let from = 0; from < count; from += 500) {
        const batch = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
          toPaymentRow(hostel.id, {
            id: randomUUID(),
            bid: null,
            gid: null,
            amount: `${from + index}.0000`,
            paymentMethod: 'POS',
            type: 'income',
            description: null,
            name: 'Many',
            // Several a millisecond, so that pages end between equal dates.
            date: new Date(noon + Math.floor((from + index) / 700)).toISOString(),
            status: true,
          }),
        )
        await tx.insertInto('payments').values(batch).execute()
      }
    })
    const { status, headers, json } = await hostel.call('GET', '/payments')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(json.map(({ amount }: { amount: string }) => Number.parseInt(amount, 10))).toEqual(
      Array.from({ length: count }, (_, index) => count - 1 - index),
    )
  })
})
