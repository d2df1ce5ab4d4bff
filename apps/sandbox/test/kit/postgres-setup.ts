import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import type { PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresBroker: string
  }
}

/**
 * One PostgreSQL for a run of tests, started when the first test asks for it: test files run in processes of their
 * own, so they ask this process, which outlives them all, over loopback. Runs that need none start none.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined

  const broker = createServer((_request, response) => {
    starting ??= import('./postgres-server.ts').then(({ startPostgresServer }) => startPostgresServer())
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => void broker.listen(0, '127.0.0.1', resolve))
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('The broker has no port')
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`)

  return async () => {
    broker.closeAllConnections()
    await new Promise((resolve) => void broker.close(resolve))
    const server = await starting?.catch(() => undefined)
    await server?.remove()
  }
}
