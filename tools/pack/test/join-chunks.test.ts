import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinChunks } from '../../join-chunks.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-join-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Builds sources in the folder with a chunk for each set of entries, as the packages are built. */
async function built(sources: Record<string, string>): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"type":"module","sideEffects":false}')
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, `${name}.js`), text)
  const outdir = join(folder, 'dist')
  await build({
    entryPoints: Object.keys(sources)
      .filter((name) => !name.startsWith('_'))
      .map((name) => join(folder, `${name}.js`)),
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir,
  })
  return outdir
}

const sources = {
  _errors: 'export class Wrong extends Error {}',
  _options:
    "import { Wrong } from './_errors.js'\nexport const check = (ok) => { if (!ok) throw new Wrong() }",
  money: "import { check } from './_options.js'\nexport const add = (a, b) => (check(a), a + b)",
  schemas: "import { check } from './_options.js'\nexport const read = (text) => (check(text), text)",
  index: "export * from './money.js'\nexport * from './schemas.js'\nexport * from './_errors.js'",
}

describe('joinChunks', () => {
  it('leaves a file for each joint, which holds code once', async () => {
    const dist = await built(sources)
    expect((await readdir(dist)).filter((file) => file.startsWith('chunk-')).length).toBeGreaterThan(2)
    await joinChunks(dist, { words: ['money'], rest: ['schemas'] })
    const names = ['index', 'money', 'rest', 'schemas', 'words']
    expect((await readdir(dist)).toSorted()).toEqual(names.flatMap((name) => [`${name}.cjs`, `${name}.js`]))
  })

  it('keeps one class of error for all entries, as ES modules and as CommonJS', async () => {
    const dist = await built(sources)
    await joinChunks(dist, { words: ['money'], rest: ['schemas'] })
    const load = (name: string): Promise<Record<string, never>> =>
      import(pathToFileURL(join(dist, `${name}.js`)).href)
    const require = createRequire(join(dist, 'x.js'))
    for (const [index, money, schemas] of [
      [await load('index'), await load('money'), await load('schemas')],
      ['index', 'money', 'schemas'].map((name) => require(`./${name}.cjs`) as Record<string, never>),
    ] as Record<string, (...args: unknown[]) => unknown>[][]) {
      expect(() => money?.['add']?.(0, 1)).toThrow(index?.['Wrong'])
      expect(() => schemas?.['read']?.('')).toThrow(index?.['Wrong'])
      expect(index?.['add']?.(1, 2)).toBe(3)
    }
  })

  it('makes an entry one file, with a copy of what it does not export', async () => {
    const dist = await built({
      ...sources,
      money: `${sources.money}\nexport * from './_errors.js'`,
      // So that errors are a chunk of their own.
      bare: "export { Wrong } from './_errors.js'",
    })
    await joinChunks(dist, { money: ['money'], rest: ['schemas'] })
    expect(await readFile(join(dist, 'money.js'), 'utf8')).not.toContain('import')
    const load = (name: string): Promise<Record<string, (...args: unknown[]) => unknown>> =>
      import(pathToFileURL(join(dist, `${name}.js`)).href)
    // One after the other: vitest may load a file twice that two imports reach at once.
    const [index, money, schemas] = [await load('index'), await load('money'), await load('schemas')]
    expect(Object.keys(money)).toEqual(['Wrong', 'add'])
    expect(() => money['add']?.(0, 1)).toThrow(index['Wrong'])
    expect(() => schemas['read']?.('')).toThrow(index['Wrong'])
  })

  it('makes no second class', async () => {
    const dist = await built(sources)
    await expect(joinChunks(dist, { money: ['money'], rest: ['schemas'] })).rejects.toThrow(
      'money.js would copy',
    )
  })

  it('fails when two chunks name something alike', async () => {
    const dist = await built({
      _a: 'export const check = () => 1',
      _b: 'export const check = () => 2',
      a: "import { check } from './_a.js'\nexport const one = () => check()",
      b: "import { check } from './_b.js'\nexport const two = () => check()",
      c: "import { check } from './_a.js'\nexport const three = () => check()",
      d: "import { check } from './_b.js'\nexport const four = () => check()",
    })
    await expect(joinChunks(dist, { words: ['a', 'b'] })).rejects.toThrow('check')
  })
})
