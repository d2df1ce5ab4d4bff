import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginPack, endPack } from '../src/pack-in-place.ts'
import { PackError } from '../src/stamped-files.ts'

let root: string
let folder: string
const manifest = {
  name: '@svc/x',
  version: '1.0.0',
  files: ['dist'],
  exports: { '.': { '@svc/source': './src/i.ts', default: './dist/i.js' } },
}
const readme = '[a](../../a.md)\n'

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-pack-test-'))
  folder = join(root, 'packages/x')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"repository":{"url":"git+https://git.test/o/r.git"}}')
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'README.md'), readme)
})
afterEach(() => rmSync(root, { recursive: true }))

const build = () => {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'dist/i.js'), '')
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const expectAsBefore = () => {
  expect(JSON.parse(read('package.json'))).toEqual(manifest)
  expect(read('README.md')).toBe(readme)
  expect(readdirSync(folder).filter((name) => name.endsWith('.before-pack'))).toEqual([])
  expect(existsSync(join(root, 'node_modules/.cache/svc-pack.lock'))).toBe(false)
}

it('builds, packs clean files, and puts those of the repository back', () => {
  beginPack(root, folder, build)
  expect(JSON.parse(read('package.json'))).toMatchObject({ exports: { '.': { default: './dist/i.js' } } })
  expect(read('package.json')).not.toContain('@svc/source')
  expect(read('README.md')).toBe('[a](https://git.test/o/r/blob/HEAD/a.md)\n')
  endPack(root, folder)
  expectAsBefore()
})

it('packs nothing without its code: a build that left files out fails, and changes nothing', () => {
  expect(() => beginPack(root, folder, () => {})).toThrow(
    new PackError('@svc/x cannot be packed: dist/i.js is not there. Build it first: npx nx run @svc/x:build'),
  )
  expectAsBefore()
})

it('packs nothing when the build fails', () => {
  const failure = new Error('no build')
  expect(() =>
    beginPack(root, folder, () => {
      throw failure
    }),
  ).toThrow(failure)
  expectAsBefore()
})

it('starts from the files of the repository where a pack was cut off', () => {
  beginPack(root, folder, build)
  // Its process is gone, and with it what would have put them back.
  rmSync(join(root, 'node_modules/.cache/svc-pack.lock'), { recursive: true })
  beginPack(root, folder, build)
  endPack(root, folder)
  expectAsBefore()
})
