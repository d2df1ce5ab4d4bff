import type { LoggedRequest } from '@svc/control'
import { describe, expect, it } from 'vitest'
import { type HeldRequest, RequestLog } from './request-log.ts'

const entry = (id: string, changes: Partial<LoggedRequest> = {}): HeldRequest => {
  const written = logged(id, changes)
  const size = 512 + (written.response_body?.length ?? 0)
  return {
    ...written,
    time: Date.parse(written.at),
    size,
    mentions: (text) => JSON.stringify(written).includes(text),
    write: () => written,
  }
}

const logged = (id: string, changes: Partial<LoggedRequest>): LoggedRequest => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path: '/api/v1/client/bookings?page=1',
  route: '/api/v1/client/bookings',
  status: 200,
  property_id: 'p1',
  api_key_id: 'k1',
  idempotency_key: null,
  replayed: false,
  ms: 1,
  remote_address: '127.0.0.1',
  fault_id: null,
  request_headers: {},
  response_headers: {},
  rate_limit: null,
  request_body: null,
  response_body: null,
  ...changes,
})
const ids = (entries: LoggedRequest[]) => entries.map(({ id }) => id)

describe('RequestLog', () => {
  it('lists the newest first and forgets the oldest', () => {
    const log = new RequestLog({ maxEntries: 3 })
    for (let i = 1; i <= 20; i += 1) log.add(entry(`${i}`))
    expect(log.size).toBe(3)
    expect(ids(log.list())).toEqual(['20', '19', '18'])
    expect(ids(log.list({ limit: 1 }))).toEqual(['20'])
  })

  it('is bounded by size too, but keeps the last entry of any size', () => {
    const log = new RequestLog({ maxCharacters: 5_000 })
    for (let i = 1; i <= 10; i += 1) log.add(entry(`${i}`, { response_body: 'x'.repeat(1_500) }))
    expect(ids(log.list())).toEqual(['10', '9'])
    log.add(entry('huge', { response_body: 'x'.repeat(50_000) }))
    expect(ids(log.list())).toEqual(['huge'])
  })

  it('filters by method, path pattern, status, property and idempotency key', () => {
    const log = new RequestLog()
    log.add(entry('get'))
    log.add(
      entry('post', { method: 'POST', path: '/api/v1/client/payments', status: 201, idempotency_key: 'i' }),
    )
    log.add(entry('other', { property_id: 'p2' }))
    expect(ids(log.list({ method: 'post' }))).toEqual(['post'])
    expect(ids(log.list({ path: '/api/v1/client/bookings' }))).toEqual(['other', 'get'])
    expect(ids(log.list({ path: '/**/pay*' }))).toEqual(['post'])
    expect(ids(log.list({ status: 201 }))).toEqual(['post'])
    expect(ids(log.list({ property_id: 'p2' }))).toEqual(['other'])
    expect(ids(log.list({ idempotency_key: 'i' }))).toEqual(['post'])
    expect(ids(log.list({ path: 'pay' }))).toEqual(['post'])
    expect(ids(log.list({ path: 'nothing' }))).toEqual([])
    expect(ids(log.list({ status: '2xx' }))).toEqual(['other', 'post', 'get'])
    expect(ids(log.list({ status: '4xx' }))).toEqual([])
    expect(ids(log.list({ search: 'POST' }))).toEqual(['post'])
  })

  it('calls listeners until they stop', () => {
    const log = new RequestLog()
    const heard: string[] = []
    const stop = log.listen((held) => heard.push(held.write().id))
    log.add(entry('1'))
    stop()
    log.add(entry('2'))
    expect(heard).toEqual(['1'])
  })

  it('starts again when cleared', () => {
    const log = new RequestLog()
    log.add(entry('1'))
    log.clear()
    expect([log.size, log.list()]).toEqual([0, []])
  })
})
