import { describe, expect, it } from 'vitest'
import type { AttemptReport } from './engine.ts'
import { openLab } from '../../test/kit/delivery-lab.ts'

describe('faults of deliveries', () => {
  it.each([
    [
      { type: 'status', status: 418, body: 'teapot' },
      { status: 'failed', response_status: 418, response_body: 'teapot' },
      'status',
    ],
    [{ type: 'status', status: 204 }, { status: 'delivered', response_status: 204, response_body: '' }, null],
    [{ type: 'timeout' }, { status: 'failed', response_status: null, response_body: null }, 'timeout'],
    [
      { type: 'unreachable' },
      { status: 'failed', response_status: null, response_body: null },
      'unreachable',
    ],
  ] as const)('%j is recorded like the real thing, and nothing is sent', async (fault, row, error) => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const [id = ''] = await lab.deliveries(endpoint, 1)
    const asked: unknown[] = []
    const engine = lab.engine({
      faults: {
        answerFor({ endpoint_id, event_type, property_id }) {
          asked.push({ endpoint_id, event_type, property_id })
          return fault
        },
      },
    })
    engine.start()
    await engine.settled()
    expect(receiver.received).toEqual([])
    expect(asked).toEqual([
      { endpoint_id: endpoint, event_type: 'payment.created', property_id: lab.propertyId },
    ])
    expect(await lab.delivery(id)).toMatchObject({ ...row, attempts: 1 })
    expect(await lab.attempts(id)).toMatchObject([{ number: 1, error, response_status: row.response_status }])
  })
})

describe('what cannot be sent', () => {
  it('because its secret cannot be opened fails by the ladder, and the log says why', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const errors: object[] = []
    const engine = lab.engine({
      secrets: {
        seal: (plain) => plain,
        open: () => {
          throw new Error('sealed with another key')
        },
      },
      logger: { debug: () => {}, warn: () => {}, error: (details) => errors.push(details) },
    })
    engine.start()
    await engine.settled()
    expect(await lab.attempts(id)).toMatchObject([{ outcome: 'failed', error: 'internal' }])
    expect(errors).toMatchObject([{ delivery_id: id, err: { message: 'sealed with another key' } }])
    expect(receiver.received).toEqual([])
  })
})

it('every attempt is reported, for metrics and traces', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver()
  const endpoint = await lab.endpoint(receiver.url)
  const [id = ''] = await lab.deliveries(endpoint, 1, { due: lab.clock.now() - 250 })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await lab.storage.write((tx) => tx.updateTable('deliveries').set({ traceparent }).execute())
  const reports: AttemptReport[] = []
  const engine = lab.engine({
    onAttempt(report) {
      reports.push(report)
      throw new Error('a listener may be broken')
    },
  })
  engine.start()
  await engine.settled()
  await engine.resend(lab.propertyId, id)
  expect(reports).toMatchObject([
    {
      delivery_id: id,
      endpoint_id: endpoint,
      kind: 'scheduled',
      status: 'delivered',
      lag_ms: 250,
      traceparent,
    },
    { delivery_id: id, kind: 'manual', outcome: 'delivered', lag_ms: null },
  ])
  expect(receiver.received[0]?.headers['traceparent']).toBe(traceparent)
})
