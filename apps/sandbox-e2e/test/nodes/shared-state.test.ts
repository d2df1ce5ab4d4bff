import { describe, expect, it } from 'vitest'
import { noon, type Stage } from '../../../sandbox/test/kit/index.ts'
import { sharedDatabase, startNode, twoNodes } from './nodes.ts'

/** Tries until the value is the one expected: what nodes tell each other takes a moment. */
function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  return expect.poll(read, { timeout: 10_000, interval: 20 }).toEqual(expected)
}

async function nowOf({ sandbox }: Stage): Promise<string> {
  return (await sandbox.control.clock.get()).now
}

describe('two nodes on one PostgreSQL', () => {
  it('have one rate limit (D6)', async () => {
    const [one, other] = await twoNodes({ rateLimit: 20, clock: 'manual', now: noon })
    const answers = []
    for (let index = 0; index < 22; index++)
      answers.push(await (index % 2 ? one : other).call('GET', '/webhooks'))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
    expect(answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))).toEqual([
      ...Array.from({ length: 20 }, (_, index) => 19 - index),
      0,
      0,
    ])
    await one.sandbox.control.clock.advance(60)
    await eventually(async () => (await other.call('GET', '/webhooks')).status, 200)
  })

  it('count requests that come at once, each of them once', async () => {
    const [one, other] = await twoNodes({ rateLimit: 50, clock: 'manual', now: noon })
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => (index % 2 ? one : other).call('GET', '/webhooks')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('have one clock: what one advances holds on the other (D19)', async () => {
    const [one, other] = await twoNodes({ clock: 'manual', now: noon })
    const { now } = await one.sandbox.control.clock.advance(90)
    expect(Date.parse(now)).toBe(noon + 90_000)
    await eventually(() => nowOf(other), now)
    // In turns: each goes on from where the other has arrived.
    for (const { sandbox } of [one, other, one, other]) await sandbox.control.clock.advance(30)
    const later = new Date(noon + 210_000).toISOString()
    expect(await nowOf(other)).toBe(later)
    await eventually(() => nowOf(one), later)
    const body = { amount: '1', paymentMethod: 'Cash', type: 'income' }
    expect((await other.call('POST', '/payments', { body })).json).toMatchObject({ date: later })
  })

  it('let a new key in at once and a deleted one out in no time (D26)', async () => {
    const [one, other] = await twoNodes()
    const { apiKeys } = one.sandbox.control
    const { id, key } = await apiKeys.create()
    const ask = async () =>
      (await other.send('GET', '/api/v1/client/webhooks', { headers: { 'x-api-key': key } })).status
    expect(await ask()).toBe(200)
    await apiKeys.delete(id)
    await eventually(ask, 401)
  })

  it('hold the same origins (D7, D26)', async () => {
    const [one, other] = await twoNodes()
    const headers = { origin: 'https://desk.example.com' }
    const ask = async () => (await other.call('GET', '/webhooks', { headers })).status
    expect(await ask()).toBe(403)
    await one.sandbox.control.origins.set([headers.origin])
    expect(await ask()).toBe(200)
    await one.sandbox.control.origins.set([])
    await eventually(ask, 403)
  })

  it('see each other’s writes at once', async () => {
    const [one, other] = await twoNodes()
    const body = { amount: '7', paymentMethod: 'Cash', type: 'income' }
    const { json: payment } = await one.call('POST', '/payments', { body })
    expect((await other.call('GET', '/payments')).json).toEqual([payment])
    expect((await other.call('DELETE', `/payments/${payment.id}`)).status).toBe(204)
    expect((await one.call('GET', '/payments')).json).toEqual([])
  })
})

it('a reset on one node is a fresh start for the other', async () => {
  const shared = await sharedDatabase()
  const one = await startNode({ ...shared, clock: 'manual', now: noon, rateLimit: 5 })
  const other = await startNode({ ...shared, rateLimit: 5 })
  await one.sandbox.control.clock.advance(3_600)
  await one.call('POST', '/payments', { body: { amount: '7', paymentMethod: 'Cash', type: 'income' } })
  await one.sandbox.control.reset()
  await eventually(() => nowOf(other), new Date(noon).toISOString())
  expect((await other.call('GET', '/payments')).json).toEqual([])
})
