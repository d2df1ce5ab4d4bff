import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(repository + file, 'utf8')

it('every metric that a document names is one of docs/metrics.md', () => {
  const names = new Set([...read('docs/metrics.md').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name))
  expect(names.size).toBeGreaterThan(15)
  const files = globSync('{README.md,SECURITY.md,docs/**/*.md,{packages,apps,examples}/**/README.md}', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  })
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bsvc_[a-z_]+_(?:total|seconds|depth|info|in_flight|connections)\b/g)].map(
      ([name]) => ({ file, name }),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !names.has(name))).toEqual([])
})
