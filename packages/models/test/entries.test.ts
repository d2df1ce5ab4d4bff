import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as models from '../src/index.ts'

const root = new URL('..', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, { '@svc/source': string }>
}
const entries = Object.entries(exports).filter(([name]) => name !== '.' && name !== './package.json')

it('building a schema is left to its first use', () => {
  const schemas = Object.entries(models).filter(([name]) => name.endsWith('Schema'))
  expect(schemas.length).toBeGreaterThan(15)
  // What is not built has nothing of its own; each file of tests has a process of its own.
  const built = schemas.filter(([, schema]) => Object.getOwnPropertyNames(schema).length > 0)
  expect(built.map(([name]) => name)).toEqual([])
})

describe.each(entries)('the entry %s', (_name, { '@svc/source': source }) => {
  it('has what the whole package has under the same names', async () => {
    const entry = (await import(new URL(source, root).href)) as Record<string, unknown>
    expect(Object.keys(entry).length).toBeGreaterThan(2)
    const all: Record<string, unknown> = models
    expect(Object.keys(entry).filter((name) => all[name] !== entry[name])).toEqual([])
  })
})
