import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { readImports } from '../src/read-imports.ts'
import { projects } from '../src/table.ts'
import { publicNames, repository, SmallHouse } from './small-house.ts'

// What docs/design.md says, written out a second time: the table is held against it, import by import.

/** Source of each project → the projects that it may import. */
const house: Record<string, string[]> = {
  'packages/signing': [],
  'packages/models': [],
  'packages/client': ['packages/models'],
  'packages/control': ['packages/models'],
  'packages/testing': ['packages/models', 'packages/signing', 'packages/control'],
  'packages/conformance': ['packages/models', 'packages/signing', 'packages/control', 'packages/testing'],
  // New packages stand above this line.
  'apps/dashboard': ['packages/models', 'packages/signing', 'packages/control'],
  'apps/receiver': ['packages/models', 'packages/signing'],
  'apps/sandbox': ['packages/models', 'packages/signing', 'packages/control'],
  'tools/bench': [...packagesOf(), 'apps/sandbox'],
  'tools/demo': [...packagesOf(), 'apps/sandbox'],
  'tools/walls': [],
  'tools/pack': [],
}

/** Each of these may import those after it. */
const floors = [
  'cli',
  'mcp',
  'start',
  'ops',
  'control',
  'http',
  'delivery',
  'service',
  'seed',
  'clock',
  'storage',
]

const sandboxSource = join(repository, 'apps/sandbox/src')
const entries = readdirSync(sandboxSource, { withFileTypes: true })
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
const smallFiles = entries
  .filter(
    (entry) =>
      entry.isFile() && !['index.ts', 'native.ts'].includes(entry.name) && !entry.name.includes('.test.'),
  )
  .map(({ name }) => name)

/** Every way to write an import; depends on nothing but the specifier. */
const forms: Record<string, (specifier: string) => string> = {
  static: (to) => `import * as all from '${to}'`,
  bare: (to) => `import '${to}'`,
  types: (to) => `import type { Any } from '${to}'`,
  'a type among values': (to) => `import { type Any } from '${to}'`,
  'type expression': (to) => `export type Any = import('${to}').Any`,
  dynamic: (to) => `await import('${to}')`,
  'handed on': (to) => `export * from '${to}'`,
  'types handed on': (to) => `export type * from '${to}'`,
  required: (to) => `const all = require('${to}')`,
}

/** An import that was planted, and whether the house allows it. */
interface Planted {
  from: string
  specifier: string
  form: string
  allowed: boolean
}

const planted: Planted[] = []
/** Verdicts by `from` and specifier. */
const verdicts = new Map<string, string | undefined>()
const key = (from: string, specifier: string) => `${from} → ${specifier}`

function packagesOf(): string[] {
  return ['signing', 'models', 'client', 'control', 'testing', 'conformance'].map(
    (name) => `packages/${name}`,
  )
}

/** Plants an import in every form, each in a file of its own in the folder. */
function plant(folder: string, specifiers: readonly string[], allowed: (specifier: string) => boolean): void {
  for (const form of Object.keys(forms)) {
    const from = `${folder}/planted-${form.replaceAll(' ', '-')}.ts`
    for (const specifier of specifiers) planted.push({ from, specifier, form, allowed: allowed(specifier) })
  }
}

/** Relative path as an import writes it. */
function way(fromFolder: string, file: string): string {
  const path = relative(fromFolder, file)
  return path.startsWith('.') ? path : `./${path}`
}

for (const [folder, may] of Object.entries(house)) {
  for (const target of Object.keys(house)) {
    if (target === folder) continue
    const source = `${folder}/src`
    // In the sandbox the rule is the same on every floor; `http` stands for them.
    const inside = folder === 'apps/sandbox' ? `${source}/http` : source
    plant(inside, publicNames(target), () => may.includes(target))
    // Past the exports and around them: never.
    const name = projects.find((project) => project.folder === target)?.name ?? ''
    plant(inside, [`${name}/src/index.ts`, way(inside, `${target}/src/index.ts`)], () => false)
  }
}
for (const [at, from] of floors.entries()) {
  const folder = `apps/sandbox/src/${from}`
  for (const [below, target] of floors.entries()) {
    if (below === at) continue
    const beside = from === 'seed' && target === 'clock'
    plant(folder, [`../${target}/target.ts`], () => below > at && !beside)
  }
  plant(
    folder,
    smallFiles.map((file) => `../${file}`),
    () => true,
  )
  plant(folder, ['../index.ts', '@svc/sandbox', '../../test/kit/target.ts', './target.test.ts'], () => false)
  // Nothing that serves a request takes its data or types from the test kit.
  plant(folder, ['@svc/testing'], () => from === 'seed')
  plant(folder, ['@svc/conformance', '@svc/client', '@svc/dashboard'], () => false)
}
for (const target of floors) plant('apps/sandbox/src', [`./${target}/target.ts`], () => false)
plant('packages/signing/src/web', ['../node/target.ts', 'node:crypto', 'stream'], () => false)
plant('packages/signing/src/shared', ['../node/target.ts', '../web/target.ts', 'node:crypto'], () => false)
plant('packages/signing/src/node', ['../web/target.ts'], () => false)
plant('packages/signing/src/node', ['../shared/target.ts', 'node:crypto'], () => true)
plant('packages/signing/src/web', ['../shared/target.ts'], () => true)
for (const folder of ['packages/models/src', 'packages/control/src', 'apps/dashboard/src']) {
  plant(folder, ['node:crypto', 'fs', 'node:http'], () => false)
}

/** Libraries → the floors of the sandbox that may import them. */
const libraries: Record<string, string[]> = {
  kysely: ['storage'],
  'kysely/migration': ['storage'],
  'kysely-postgres-js': ['storage'],
  'rate-limiter-flexible': ['storage'],
  fastify: ['start', 'ops', 'control', 'http'],
  'fastify-plugin': ['start', 'ops', 'control', 'http'],
  '@fastify/static': ['start', 'ops', 'control', 'http'],
  'node:http': ['cli', 'start', 'ops', 'control', 'http', 'delivery'],
  undici: ['delivery'],
  commander: ['cli'],
  'prom-client': ['ops'],
  '@opentelemetry/api': ['ops'],
  // Only in files named after their database: `storage/planted-….ts` is none.
  pg: [],
  'pg/lib/client.js': [],
  postgres: [],
  'node:sqlite': [],
  'node:path': floors,
}
for (const [library, allowed] of Object.entries(libraries)) {
  for (const floor of floors) plant(`apps/sandbox/src/${floor}`, [library], () => allowed.includes(floor))
  // A way around through the folder of the installed package.
  if (allowed.length === 0 && !library.startsWith('node:') && !library.includes('/'))
    plant('apps/sandbox/src/service', [`../../../../node_modules/${library}/index.js`], () => false)
}
// Names of databases stay in storage/.
for (const floor of floors.filter((name) => name !== 'storage')) {
  plant(
    `apps/sandbox/src/${floor}`,
    ['../storage/postgres/storage.ts', '../storage/sqlite/storage.ts'],
    () => false,
  )
}
plant('apps/sandbox/src/storage/postgres', ['pg', 'postgres'], () => true)
plant('apps/sandbox/src/storage/sqlite', ['node:sqlite'], () => true)
plant('apps/sandbox/src/storage/sqlite', ['pg', 'postgres'], () => false)

// Tests: what they may import besides.
plant('packages/signing/test', ['@svc/models', '../../models/src/index.ts'], () => false)
plant('packages/signing/test', ['@svc/signing', '@svc/signing/web', '../src/index.ts'], () => true)
plant('packages/client/test', ['@svc/testing', '@svc/sandbox'], () => false)
plant('apps/receiver/test', ['@svc/sandbox'], () => false)
plant('apps/receiver/test', ['@svc/testing'], () => true)
plant('apps/sandbox/test', ['../src/storage/target.ts', '@svc/testing', '@svc/sandbox'], () => true)
plant(
  'apps/sandbox-e2e/test',
  ['@svc/sandbox', '@svc/conformance', '../../sandbox/test/kit/target.ts'],
  () => true,
)
plant('apps/sandbox-e2e/test', ['../../receiver/src/index.ts', '../../sandbox/test/target.ts'], () => false)
plant('tools/docs/test', ['@svc/sandbox', '@svc/client'], () => true)
// A folder that the table does not know imports nothing.
plant('packages/unheard-of/src', ['@svc/models', 'node:path'], () => false)
plant('apps/sandbox/src/unheard-of', ['../storage/target.ts', '@svc/models'], () => false)

beforeAll(async () => {
  using small = new SmallHouse()
  for (const floor of floors) small.write(`apps/sandbox/src/${floor}/target.ts`, 'export {}\n')
  for (const file of smallFiles) small.write(`apps/sandbox/src/${file}`, 'export {}\n')
  for (const part of ['node', 'web', 'shared'])
    small.write(`packages/signing/src/${part}/target.ts`, 'export {}\n')
  for (const folder of Object.keys(house)) small.write(`${folder}/src/index.ts`, 'export {}\n')
  for (const file of ['storage/postgres/storage.ts', 'storage/sqlite/storage.ts'])
    small.write(`apps/sandbox/src/${file}`, '')
  for (const file of ['kit/target.ts', 'target.ts']) small.write(`apps/sandbox/test/${file}`, 'export {}\n')
  for (const floor of floors) small.write(`apps/sandbox/src/${floor}/target.test.ts`, 'export {}\n')
  for (const library of ['pg', 'postgres']) {
    small.write(`node_modules/${library}/index.js`, '')
    small.write(`node_modules/${library}/package.json`, JSON.stringify({ name: library }))
  }
  const files = Map.groupBy(planted, ({ from }) => from)
  for (const [file, imports] of files) {
    const lines = imports.map(({ specifier, form }) => forms[form]?.(specifier))
    small.write(file, `${[...new Set(lines)].join('\n')}\n`)
  }
  for (const found of await readImports(small.root, ['packages', 'apps', 'tools'])) {
    verdicts.set(key(found.from, found.specifier), judge(found))
  }
})

describe('every planted import', () => {
  const byFolder = Map.groupBy(planted, ({ from }) => dirname(from))

  it.each([...byFolder.keys()])(
    'from %s is seen, and allowed or refused as docs/design.md says',
    (folder) => {
      const wrong: string[] = []
      for (const { from, specifier, form, allowed } of byFolder.get(folder) ?? []) {
        const name = key(from, specifier)
        const why = verdicts.get(name)
        if (!verdicts.has(name)) wrong.push(`${form}, not seen: ${name}`)
        else if (allowed && why) wrong.push(`${form}, should pass: ${name}: ${why}`)
        else if (!allowed && !why) wrong.push(`${form}, should be refused: ${name}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('covers every folder of the sandbox, and both kinds of verdict by the hundred', () => {
    expect(folders.toSorted()).toEqual(floors.toSorted())
    expect(planted.filter(({ allowed }) => allowed).length).toBeGreaterThan(500)
    expect(planted.filter(({ allowed }) => !allowed).length).toBeGreaterThan(2_000)
  })
})

describe('the walls', () => {
  it('know every project, by the layer that its package.json says in its tags', () => {
    const found = globSync('{packages,apps,tools}/*/package.json', { cwd: repository }).map((file) => {
      const manifest = JSON.parse(readFileSync(join(repository, file), 'utf8'))
      return `${dirname(file)} ${manifest.name} ${manifest.nx?.tags?.[0]}`
    })
    const table = projects
      .filter(({ name }) => name.startsWith('@'))
      .map(({ folder, name, layer }) => `${folder} ${name} layer:${layer}`)
    expect(found.toSorted()).toEqual(table.toSorted())
  })

  it('stop lint with the import and the reason', () => {
    using small = new SmallHouse()
    small.write('packages/client/src/around.ts', `import { sign } from '@svc/signing/web'\n`)
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const run = spawnSync(process.execPath, ['--conditions=@svc/source', main, small.root], {
      encoding: 'utf8',
    })
    expect(run.stderr).toContain(
      'packages/client/src/around.ts → @svc/signing/web\n  refused: @svc/client may import @svc/models of this repository, not @svc/signing',
    )
    expect(run.status).toBe(1)
  })
})
