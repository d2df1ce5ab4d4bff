import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorStatuses } from '@svc/models'
import { describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(`${repository}docs/errors.md`, 'utf8')

/** The codes in the first column of the tables below a heading. */
function codesBelow(heading: string): string[] {
  const [, text = ''] = page.split(`\n## ${heading}\n`)
  const [section = ''] = text.split('\n## ')
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  )
}

/** The members of a union of codes, as it stands in a source. */
function union(path: string, name: string): string[] {
  const [, members = ''] =
    new RegExp(`type ${name} =\\n([\\s\\S]*?)\\n\\n`).exec(readFileSync(repository + path, 'utf8')) ?? []
  const codes = [...members.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
  expect(codes.length, name).toBeGreaterThan(2)
  return codes
}

describe('docs/errors.md names every code, each with cause and cure', () => {
  it('of the client API, with their statuses', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    expect(rows).toEqual(Object.entries(errorStatuses))
  })

  it.each([
    ['What `@svc/signing` throws', 'packages/signing/src/errors.ts', 'SigningErrorCode'],
    ['What the sandbox throws at its start', 'apps/sandbox/src/start/errors.ts', 'StartErrorCode'],
    ['What an attempt of a delivery failed of', 'apps/sandbox/src/delivery/outcome.ts', 'AttemptError'],
  ])('%s', (heading, path, name) => {
    expect(codesBelow(heading).toSorted()).toEqual(union(path, name).toSorted())
  })

  it('of the client', () => {
    const sources = globSync('packages/client/src/**/*.ts', { cwd: repository })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(repository + file, 'utf8'))
      .join('\n')
    const documented = codesBelow('What `@svc/client` throws')
    expect(documented.length).toBeGreaterThan(8)
    expect(documented.filter((code) => !sources.includes(`'${code}'`))).toEqual([])
    const thrown = [...sources.matchAll(/\bcode: '(\w+)'/g)].map(([, code = '']) => code)
    const known = new Set([...documented, ...Object.keys(errorStatuses)])
    expect(thrown.filter((code) => !known.has(code))).toEqual([])
  })
})
