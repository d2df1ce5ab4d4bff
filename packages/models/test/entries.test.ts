import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

// Loaded anew: another file of tests may have used them.
vi.resetModules()
const models: Record<string, unknown> = await import('../src/index.ts')

const root = new URL('..', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, { '@svc/source': string }>
}
const entries = Object.entries(exports).filter(([name]) => name !== '.' && name !== './package.json')

it('building a schema is left to its first use', () => {
  const schemas = Object.entries(models).filter(([name]) => name.endsWith('Schema'))
  expect(schemas.length).toBeGreaterThan(15)
  // What is not built has nothing of its own.
  const built = schemas.filter(([, schema]) => Object.getOwnPropertyNames(Object(schema)).length > 0)
  expect(built.map(([name]) => name)).toEqual([])
})

describe.each(entries)('the entry %s', (_name, { '@svc/source': source }) => {
  it('has what the whole package has under the same names', async () => {
    const entry = (await import(new URL(source, root).href)) as Record<string, unknown>
    expect(Object.keys(entry).length).toBeGreaterThan(2)
    expect(Object.keys(entry).filter((name) => models[name] !== entry[name])).toEqual([])
  })
})
