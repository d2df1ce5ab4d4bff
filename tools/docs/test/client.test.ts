import { readdir, readFile } from 'node:fs/promises'
import * as client from '@svc/client'
import { expect, it } from 'vitest'

const root = new URL('../../../packages/client/', import.meta.url)

it('the API reference of the client has a page for every export (npm run docs makes it)', async () => {
  const pages = (await readdir(new URL('docs/api', root), { recursive: true })).map((path) =>
    path.replace(/^.*[/\\]|\.md$/g, ''),
  )
  expect(pages).toEqual(expect.arrayContaining(Object.keys(client)))
})

it('the README of the client names every option, every error and every channel', async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8')
  const options = await readFile(new URL('src/options.ts', root), 'utf8')
  const names = [...options.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(15)
  const errors = Object.keys(client).filter((name) => name.endsWith('Error'))
  for (const name of [...names, ...errors]) expect(readme).toContain(`\`${name}\``)
  for (const name of ['request', 'response', 'error', 'retry']) expect(readme).toContain(`svc:client:${name}`)
})
