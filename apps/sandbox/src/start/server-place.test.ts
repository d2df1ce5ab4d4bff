import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../test/kit/index.ts'
import { startSandbox } from '../index.ts'
import { credentialsPath, serversFolder } from './data-folder.ts'
import { openPlace, runningServers } from './server-place.ts'

const open = (database: string, options: { shared?: boolean; findable?: boolean } = {}) =>
  openPlace({
    database,
    shared: false,
    findable: false,
    onTrouble: (error) => {
      throw error
    },
    ...options,
  })

/** A process that takes its place at a database, and goes on living. */
async function otherProcess(database: string) {
  const place = JSON.stringify(new URL('server-place.ts', import.meta.url).href)
  const script = `
    const { openPlace } = await import(${place})
    const place = openPlace({ database: ${JSON.stringify(database)}, shared: false, findable: false, onTrouble: console.error })
    place.announce({ url: 'http://127.0.0.1:1' })
    console.log('taken')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--conditions=@svc/source', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  return {
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

describe('D24: one owner for an SQLite file', () => {
  it('a second server is refused by the address and the process of the first', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    await using first = await startSandbox({ database })
    const refused = startSandbox({ database })
    await expect(refused).rejects.toMatchObject({ name: 'StartError', code: 'database_in_use' })
    await expect(refused).rejects.toThrow(`by process ${process.pid} at ${first.url}`)
    await expect(refused).rejects.toThrow('--shared')

    await using second = await startSandbox({ database, shared: true })
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    await first.close()
    // The one that is left holds the file.
    await expect(startSandbox({ database })).rejects.toThrow(second.url)
    await second.close()
    await using third = await startSandbox({ database })
    expect(third.url).toMatch(/^http/)
  })

  it('of ten that start at once, one gets it', () => {
    const database = join(freshFolder(), 'sandbox.db')
    const outcomes = Array.from({ length: 10 }, () => {
      try {
        return open(database)
      } catch {
        return 'refused'
      }
    })
    expect(outcomes.filter((outcome) => outcome !== 'refused')).toHaveLength(1)
  })

  it('holds for every name of the file', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'sandbox.db'), '')
    symlinkSync(join(folder, 'sandbox.db'), join(folder, 'link.db'))
    open(join(folder, 'sandbox.db'))
    expect(() => open(join(folder, 'link.db'))).toThrow('is served already')
    expect(() => open(join(folder, '..', folder.split('/').at(-1) ?? '', 'sandbox.db'))).toThrow('is served')
  })

  it('a process that was killed blocks nobody, also while another has its number', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    const other = await otherProcess(database)
    expect(() => open(database)).toThrow(`process ${other.pid} at http://127.0.0.1:1`)
    await other.kill()
    // Its record is there yet, as it would be if its number belonged to somebody else by now.
    const folder = serversFolder(database)
    expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1)
    writeFileSync(
      join(folder, `${process.pid}-00000000.json`),
      JSON.stringify({ pid: process.pid, startedAt: '2026-01-01T00:00:00.000Z', url: 'http://127.0.0.1:2' }),
    )
    expect(runningServers(database)).toEqual([])
    const place = open(database)
    expect(runningServers(database)).toMatchObject([{ pid: process.pid }])
    place.leave()
    expect(existsSync(folder)).toBe(false)
  })

  it('keeps the address of each process, and one that stops takes no other along', () => {
    const database = join(freshFolder(), 'sandbox.db')
    const one = open(database, { shared: true, findable: true })
    const two = open(database, { shared: true })
    one.announce({ url: 'http://127.0.0.1:1', adminToken: 'token', propertyId: 'p' })
    two.announce({ url: 'http://127.0.0.1:2', adminToken: 'token', propertyId: 'p' })
    const urls = () => runningServers(database).map(({ url }) => url)
    expect(new Set(urls())).toEqual(new Set(['http://127.0.0.1:1', 'http://127.0.0.1:2']))
    // What the program that started it has not asked for is not written down.
    const tokens = runningServers(database).map(({ url, adminToken }) => [url?.at(-1), adminToken] as const)
    expect(Object.fromEntries(tokens)).toEqual({ 1: 'token', 2: undefined })
    one.leave()
    expect(urls()).toEqual(['http://127.0.0.1:2'])
    two.leave()
    expect(urls()).toEqual([])
  })

  it('nobody who starts loses a place to one who stops', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    const place = JSON.stringify(new URL('server-place.ts', import.meta.url).href)
    const script = `
      const { openPlace } = await import(${place})
      for (let round = 0; round < 150; round++) {
        const place = openPlace({ database: ${JSON.stringify(database)}, shared: true, findable: false, onTrouble(error) { throw error } })
        place.announce({ url: 'x' })
        place.leave()
      }`
    const ends = Array.from({ length: 3 }, async () => {
      const child = spawn(
        process.execPath,
        ['--conditions=@svc/source', '--input-type=module', '-e', script],
        {
          stdio: 'inherit',
          env: { ...process.env, NODE_OPTIONS: '' },
        },
      )
      const [code] = await once(child, 'exit')
      return code as number
    })
    expect(await Promise.all(ends)).toEqual([0, 0, 0])
  })

  it('serves where no place can be taken, and says so', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'sandbox.db-servers'), 'a file where the folder would be')
    const troubles: unknown[] = []
    const place = openPlace({
      database: join(folder, 'sandbox.db'),
      shared: false,
      findable: false,
      onTrouble: (error) => troubles.push(error),
    })
    place.announce({ url: 'http://127.0.0.1:1' })
    place.leave()
    expect(troubles).toHaveLength(1)
  })

  it('a sandbox in memory leaves no trace', async () => {
    await using sandbox = await startSandbox()
    expect(sandbox.url).toMatch(/^http/)
    expect(existsSync(serversFolder(':memory:'))).toBe(false)
  })
})

describe('where keys are kept', () => {
  it('is a file of its own for each database', () => {
    const paths = [
      '.svc/sandbox.db',
      '.svc/other.db',
      'postgres://user:secret@db.example.com/hostel',
      'postgres://db.example.com:5433/hostel',
      'postgres://one,two/hostel',
      'postgres://user:secret@one:5432,two:5433/hostel',
    ].map(credentialsPath)
    expect(new Set(paths).size).toBe(6)
    expect(paths.slice(0, 2)).toEqual(['.svc/credentials.json', '.svc/other.db.credentials.json'])
    expect(paths.join()).not.toContain('secret')
    expect(credentialsPath(':memory:')).toBeUndefined()
  })

  it('is the same for PostgreSQL whoever connects', () => {
    expect(credentialsPath('postgres://a:b@db/hostel?sslmode=require')).toBe(
      credentialsPath('postgres://db/hostel'),
    )
  })
})
