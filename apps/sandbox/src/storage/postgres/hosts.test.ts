import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openForTest } from '../../../test/kit/databases.ts'
import { freshSchema, postgresUrl } from '../../../test/kit/postgres.ts'
import { openStorage } from '../open.ts'
import { postgresClient, readPostgresTarget } from './hosts.ts'

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

/** Another address of the server, which can go away. */
async function openWay(to: URL): Promise<{ port: number; taken: () => number; close(): void }> {
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((near) => {
    taken += 1
    const far = connect(Number(to.port), to.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, taken: () => taken, close }
}

describe('connections to several hosts', () => {
  async function setUp(writable: boolean) {
    const url = new URL(await postgresUrl())
    const way = await openWay(url)
    const hosts = [
      { host: '127.0.0.1', port: way.port },
      { host: url.hostname, port: Number(url.port) },
    ]
    const HostsClient = postgresClient({ hosts, writable })
    const config = { user: url.username, password: url.password, database: url.pathname.slice(1) }
    const open = async (more: { options?: string } = {}) => {
      const client = new HostsClient({ ...config, ...more })
      client.on('error', () => {})
      onTestFinished(() => client.end().catch(() => {}))
      await client.connect()
      return client
    }
    return { way, hosts, open }
  }

  it('ask once, and all go to the first that serves', async () => {
    const { way, hosts, open } = await setUp(false)
    const clients = await Promise.all([open(), open()])
    expect([...clients, await open()].map(({ port }) => port)).toEqual(Array(3).fill(hosts[0]?.port))
    // One to ask, and one each.
    expect(way.taken()).toBe(4)
  })

  it('ask anew after one broke, and use the next', async () => {
    const { way, hosts, open } = await setUp(true)
    const first = await open()
    const broken = new Promise((resolve) => void first.once('error', resolve))
    way.close()
    await broken
    expect((await open()).port).toBe(hosts[1]?.port)
  })

  it('ask anew after one could not be made', async () => {
    const { way, hosts, open } = await setUp(false)
    const first = await open()
    await first.end()
    way.close()
    await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect((await open()).port).toBe(hosts[1]?.port)
  })

  it('ask anew after the server took no changes any more', async () => {
    const { way, open } = await setUp(true)
    await open()
    const before = way.taken()
    const readOnly = { options: '-c default_transaction_read_only=on' }
    await expect(open(readOnly)).rejects.toMatchObject({ code: '25006' })
    expect(way.taken()).toBe(before + 1)
    await open()
    expect(way.taken()).toBe(before + 3)
  })
})

describe('several hosts in a connection string', () => {
  it.each([
    ['postgres://h/db', [{ host: 'h', port: 5432 }], false, 'postgres://h/db'],
    ['postgres://u:p@h:1/db', [{ host: 'h', port: 1 }], false, 'postgres://h:1/db'],
    [
      'postgresql://u:p%40@h1:1,h2,[::1]:3/db?target_session_attrs=read-write',
      [
        { host: 'h1', port: 1 },
        { host: 'h2', port: 5432 },
        { host: '::1', port: 3 },
      ],
      true,
      'postgres://h1:1,h2,[::1]:3/db',
    ],
    [
      'postgres://a,b/db?target_session_attrs=primary&options=-c%20x',
      expect.any(Array),
      true,
      'postgres://a,b/db',
    ],
    ['postgres:///db?target_session_attrs=any', [{}], false, 'postgres://localhost/db'],
  ])('are read as libpq reads them: %s', (text, hosts, writable, name) => {
    expect(readPostgresTarget(text)).toMatchObject({ hosts, writable, name })
  })

  it('leaves what it does not know in the address', () => {
    const { url } = readPostgresTarget(
      'postgres://u:p@a:1,b/db?sslmode=require&target_session_attrs=read-write',
    )
    expect(url.href).toBe('postgres://u:p@a:1/db?sslmode=require')
  })

  it.each(['postgres://h:x/db', 'postgres://u:secret@a,b:99999/db', 'postgres://'])(
    'refuses %s without quoting it',
    (text) => {
      const refused = expect.objectContaining({
        code: 'storage_unusable',
        message: expect.not.stringContaining('secret') as string,
      }) as Error
      if (text === 'postgres://') expect(readPostgresTarget(text).hosts).toEqual([{}])
      else expect(() => readPostgresTarget(text)).toThrow(refused)
    },
  )

  it.each(['read-only', 'standby', 'prefer-standby', 'x'])(
    'refuses target_session_attrs=%s',
    (attributes) => {
      expect(() => readPostgresTarget(`postgres://a/db?target_session_attrs=${attributes}`)).toThrow(
        'the service writes, so give read-write, primary or any',
      )
    },
  )

  it.each(['', '&target_session_attrs=read-write'])('uses the first that is there%s', async (attributes) => {
    const url = new URL(await postgresUrl())
    const hosts = `127.0.0.1:${await closedPort()},${url.host}`
    const database = `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?x=1${attributes}`
    const storage = await openForTest({ database, schema: freshSchema() })
    await expect(storage.ping()).resolves.toBeUndefined()
    await storage.write((tx) =>
      tx.insertInto('properties').values({ id: 'a', name: 'x', created_at: 1 }).execute(),
    )
    // Also the connection that hears notifications.
    await expect.poll(() => storage.hearsOthers?.()).toBe(true)
  })

  it('does not mind what becomes of those after the one that it takes', async () => {
    const url = new URL(await postgresUrl())
    const hosts = `${url.host},127.0.0.1:${await closedPort()}`
    const database = `postgres://${url.username}:${url.password}@${hosts}${url.pathname}`
    // A rejection that nobody handles would end the process, and fails this run.
    const storage = await openForTest({ database, schema: freshSchema() })
    await expect(storage.ping()).resolves.toBeUndefined()
  })

  it('says so when none of them takes changes', async () => {
    const url = new URL(await postgresUrl())
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    url.searchParams.set('target_session_attrs', 'read-write')
    await expect(openStorage({ database: url.href, schema: freshSchema() })).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('none of its hosts takes changes') as string,
    })
  })

  it('says so when nothing listens on any', async () => {
    const database = `postgres://a@127.0.0.1:${await closedPort()},127.0.0.1:${await closedPort()}/x`
    await expect(openStorage({ database })).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('nothing listens there') as string,
    })
  })
})
