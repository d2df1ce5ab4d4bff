import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import { advanceClock } from './advance.ts'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'

const open = async (options = {}) => openLab({ ...(await freshDatabase('postgres')), ...options })

it('two nodes on one PostgreSQL send everything once', async () => {
  await using lab = await open()
  const receiver = await lab.receiver()
  const ids: string[] = []
  for (let endpoint = 0; endpoint < 6; endpoint += 1) {
    ids.push(...(await lab.deliveries(await lab.endpoint(receiver.url), 60)))
  }
  // However busy the machine is, no attempt takes too long and no lease runs out: either is sent again, and rightly.
  const patient = { timeoutMs: 60_000, leaseMs: 300_000 }
  const nodes = [await lab.node(patient), await lab.node({ ...patient, concurrency: 9 })]
  for (const node of nodes) node.start()
  await Promise.all(nodes.map((node) => node.settled()))
  expect(receiver.ids().toSorted()).toEqual(ids.toSorted())
  const rows = await lab.storage.db.selectFrom('deliveries').select(['status', 'attempts']).execute()
  expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
    new Set(['delivered 1']),
  )
})

it('the clock of one node advances the ladder that another one walks', async () => {
  await using lab = await open()
  const receiver = await lab.receiver(({ id }, response) =>
    response.writeHead(id === failing ? 500 : 200).end(),
  )
  const endpoint = await lab.endpoint(receiver.url)
  const worker = await lab.node()
  worker.start()
  const start = lab.clock.now()
  const [failing = ''] = await lab.deliveries(endpoint, 1)
  // This node delivers nothing itself (`--role api`).
  const api = lab.engine()
  await api.settled()
  expect(await advanceClock({ ...lab, engine: api, seconds: 24 * 3600 })).toBe(4)
  expect(await lab.delivery(failing)).toMatchObject({ status: 'dead', attempts: 5 })
  const log = await lab.attempts(failing)
  expect(log.map(({ started_at }) => (started_at - start) / 60_000)).toEqual([0, 1, 6, 36, 156])
})

it('a node takes over what another one had claimed when it died', async () => {
  let real = 1_000_000
  await using lab = await open({ real: () => real })
  let hanging = true
  const receiver = await lab.receiver((_, response) => {
    if (!hanging) response.end()
  })
  const endpoints = [await lab.endpoint(receiver.url), await lab.endpoint(receiver.url)]
  const ids = [...(await lab.deliveries(endpoints[0]!, 4)), ...(await lab.deliveries(endpoints[1]!, 4))]
  const dying = await lab.node({ timeoutMs: 60_000 })
  dying.start()
  await eventually(() => receiver.received.length === 8)
  hanging = false
  real += 15_001
  const survivor = await lab.node()
  survivor.start()
  await survivor.settled()
  const states = await Promise.all(ids.map((id) => lab.delivery(id)))
  expect(states.map((row) => `${row?.status} ${row?.attempts}`)).toEqual(ids.map(() => 'delivered 1'))
  expect(receiver.received).toHaveLength(16)
})

it('what a receiver answers can be stored, whatever bytes it is', async () => {
  await using lab = await open()
  const receiver = await lab.receiver((_, response) =>
    response.end(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80])),
  )
  const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
  const engine = lab.engine()
  engine.start()
  await engine.settled()
  expect(await lab.delivery(id)).toMatchObject({
    status: 'delivered',
    response_body: 'a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD',
  })
})
