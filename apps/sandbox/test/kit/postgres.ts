import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { inject } from 'vitest'

/** The address of the PostgreSQL that all tests of a run share; the first call starts it. */
export function postgresUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not `fetch`: importing undici here would decide which dispatcher the code under test finds.
    // On a connection of its own: one that was kept may be closed at the moment in which it is used again.
    get(inject('postgresBroker'), { agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))))
    }).on('error', reject)
  })
}

/** A name for a schema that nobody else uses: `openStorage({ database: await postgresUrl(), schema })` makes it. */
export function freshSchema(): string {
  return `test_${randomBytes(8).toString('hex')}`
}

/** How the databases of a run are laid out and listened to, as options of a sandbox. */
export interface PostgresLayout {
  partitions?: number
  wake?: 'poll'
}

/**
 * What `SVC_TEST_POSTGRES` asks of this run: `partitions` or `partitions:16` (four otherwise, which are made in half the
 * time), `poll`, or both with a comma. Every test on PostgreSQL then runs on that.
 */
export function postgresLayout(): PostgresLayout {
  const layout: PostgresLayout = {}
  for (const word of (process.env['SVC_TEST_POSTGRES'] ?? '').split(',').filter(Boolean)) {
    const [name, count = '4'] = word.split(':')
    if (name === 'partitions') layout.partitions = Number(count)
    else if (name === 'poll') layout.wake = 'poll'
    else throw new Error(`SVC_TEST_POSTGRES knows partitions, partitions:<number> and poll, not "${word}"`)
  }
  return layout
}
