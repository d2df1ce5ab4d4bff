import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { inject } from 'vitest'

/** The address of the PostgreSQL that all tests of a run share; the first call starts it. */
export function postgresUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not `fetch`: importing undici here would decide which dispatcher the code under test finds.
    get(inject('postgresBroker'), (response) => {
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
