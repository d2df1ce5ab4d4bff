import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, it } from 'vitest'
import { createResolver, type Resolve } from './resolve.ts'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

type Records = { A?: number[]; AAAA?: number[] } | 'unknown' | 'hang'

/** A name server on loopback that gives every name the same answer. */
async function nameServer(records: Records): Promise<{ servers: string[]; asked: string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + size).toString())
      at += size + 1
    }
    const type = query.readUInt16BE(at + 1)
    asked.push(`${labels.join('.')} ${type === 1 ? 'A' : 'AAAA'}`)
    if (records === 'hang') return
    const address = records === 'unknown' ? undefined : type === 1 ? records.A : records.AAAA
    const head = Buffer.from(query.subarray(0, at + 5))
    head.writeUInt16BE(records === 'unknown' ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(address ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const answer = Buffer.alloc(12)
    answer.writeUInt16BE(0xc00c, 0)
    answer.writeUInt16BE(type, 2)
    answer.writeUInt16BE(1, 4)
    answer.writeUInt16BE(address?.length ?? 0, 10)
    socket.send(address ? Buffer.concat([head, answer, Buffer.from(address)]) : head, from.port, from.address)
  })
  open.push(socket)
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

function fakeSystem(): { system: Resolve; asked: string[]; isAsked: Promise<void>; answer: () => void } {
  const asked: string[] = []
  const first = Promise.withResolvers<void>()
  let answer = () => {}
  const system: Resolve = (hostname) => {
    asked.push(hostname)
    first.resolve()
    return new Promise((resolve) => (answer = () => resolve([{ address: '127.0.0.9', family: 4 }])))
  }
  return { system, asked, isAsked: first.promise, answer: () => answer() }
}

const bytes6 = [0x26, 0x06, 0x47, 0, ...Array.from({ length: 11 }, () => 0), 0x11]

it('public names are answered by the name servers, both families, without a thread of the system', async () => {
  const { servers, asked } = await nameServer({ A: [93, 184, 216, 34], AAAA: bytes6 })
  const system = fakeSystem()
  const resolve = createResolver({ servers, system: system.system })
  expect(await resolve('receiver.example.com')).toEqual([
    { address: '2606:4700::11', family: 6 },
    { address: '93.184.216.34', family: 4 },
  ])
  expect(asked.toSorted()).toEqual(['receiver.example.com A', 'receiver.example.com AAAA'])
  expect(system.asked).toEqual([])
})

it('one family is enough', async () => {
  const { servers } = await nameServer({ A: [93, 184, 216, 34] })
  expect(await createResolver({ servers })('receiver.example.com')).toEqual([
    { address: '93.184.216.34', family: 4 },
  ])
})

it.each(['unknown', 'hang'] as const)(
  'what the name servers do not answer (%s) the system is asked',
  async (records) => {
    const { servers } = await nameServer(records)
    const system = fakeSystem()
    const answers = createResolver({ servers, system: system.system, timeoutMs: 50 })(
      'hosts-file.example.com',
    )
    await system.isAsked
    system.answer()
    expect(await answers).toEqual([{ address: '127.0.0.9', family: 4 }])
  },
)

it.each([
  'localhost',
  'receiver',
  'receiver.',
  'app.localhost',
  'printer.local',
  'svc.internal',
  'shop.test',
])('the local name %s never leaves the machine', async (name) => {
  const { servers, asked } = await nameServer('unknown')
  const system = fakeSystem()
  const answers = createResolver({ servers, system: system.system })(name)
  system.answer()
  expect(await answers).toHaveLength(1)
  expect(system.asked).toEqual([name])
  expect(asked).toEqual([])
})

it('the system is asked once for all calls for a name at the same time, and again afterwards', async () => {
  const system = fakeSystem()
  const resolve = createResolver({ system: system.system })
  const all = Promise.all([resolve('localhost'), resolve('localhost'), resolve('localhost')])
  expect(system.asked).toEqual(['localhost'])
  system.answer()
  expect(await all).toHaveLength(3)
  const again = resolve('localhost')
  system.answer()
  await again
  expect(system.asked).toEqual(['localhost', 'localhost'])
})
