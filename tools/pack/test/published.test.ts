import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Manifest, promisedFiles, publishedManifest } from '../src/manifest.ts'
import { publishedFolders } from '../src/published.ts'
import { publishedReadme } from '../src/readme.ts'
import { readManifest, repositoryOf } from '../src/stamped-files.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const repository = repositoryOf(root)
const folders = publishedFolders(root)

it('finds the packages that are published', () => {
  expect(folders).toEqual(expect.arrayContaining(['packages/signing', 'packages/models', 'apps/sandbox']))
  expect(folders).not.toContain('apps/receiver')
})

describe.each(folders)('%s', (folder) => {
  const manifest = readManifest(join(root, folder))
  const published = publishedManifest(manifest, repository, folder)

  it('names nothing that its tarball does not hold', () => {
    expect(JSON.stringify(published)).not.toMatch(/@svc\/source|"\.\/src|"\.\.\//)
    for (const path of promisedFiles(published))
      expect(path).toMatch(/^(dist|bin)\/|^(package|vectors)\.json$/)
    expect(promisedFiles(published).length).toBeGreaterThan(4)
  })

  it('says where it comes from, as the one root manifest has it', () => {
    expect(published).toMatchObject({
      repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
      homepage: `${repository}/tree/HEAD/${folder}#readme`,
      bugs: `${repository}/issues`,
    })
    expect(manifest).not.toHaveProperty('repository')
  })

  it('builds before it is packed, and puts its files back', () => {
    expect(manifest).toMatchObject({
      scripts: {
        prepack: 'node ../../tools/pack/src/prepack.ts',
        postpack: 'node ../../tools/pack/src/postpack.ts',
      },
    })
  })

  it('links in its README to its own files, or to files that the repository has', () => {
    const text = readFileSync(join(root, folder, 'README.md'), 'utf8')
    const carries = (path: string) => ['LICENSE', 'README.md'].includes(path)
    const links = publishedReadme(text, { repository, directory: folder, carries }).matchAll(
      /\]\(([^)\s]+)\)/g,
    )
    for (const [, target = ''] of links) {
      if (target.startsWith('#') || carries(target)) continue
      expect(target).toMatch(/^https?:/)
      const [, path] = target.split(`${repository}/blob/HEAD/`)
      if (path) expect(existsSync(join(root, path.split('#')[0] ?? ''))).toBe(true)
    }
  })
})

describe('publishedManifest', () => {
  const manifest: Manifest = {
    name: '@svc/x',
    version: '1.2.3',
    exports: {
      '.': {
        '@svc/source': './src/index.ts',
        import: { types: './dist/index.d.ts', default: './dist/index.js' },
      },
      './package.json': './package.json',
    },
    scripts: { build: 'tsup' },
    devDependencies: { a: '1' },
    dependencies: { b: '1' },
    nx: {},
  }

  it('leaves out what only this repository can use, and keeps the rest', () => {
    expect(publishedManifest(manifest, 'https://git.test/o/r', 'packages/x')).toEqual({
      name: '@svc/x',
      version: '1.2.3',
      homepage: 'https://git.test/o/r/tree/HEAD/packages/x#readme',
      bugs: 'https://git.test/o/r/issues',
      repository: { type: 'git', url: 'git+https://git.test/o/r.git', directory: 'packages/x' },
      exports: {
        '.': { import: { types: './dist/index.d.ts', default: './dist/index.js' } },
        './package.json': './package.json',
      },
      dependencies: { b: '1' },
    })
  })
})

describe('publishedReadme', () => {
  const options = {
    repository: 'https://git.test/o/r',
    directory: 'packages/x',
    carries: (path: string) => path === 'LICENSE',
  }
  const readme = (text: string) => publishedReadme(text, options)

  it.each([
    ['[a](../../docs/a.md#b)', '[a](https://git.test/o/r/blob/HEAD/docs/a.md#b)'],
    [
      '[a](docs/a.md) and [b](../y)',
      '[a](https://git.test/o/r/blob/HEAD/packages/x/docs/a.md) and [b](https://git.test/o/r/blob/HEAD/packages/y)',
    ],
    ['[a](./LICENSE)', '[a](./LICENSE)'],
    ['[a](#here)', '[a](#here)'],
    ['[a](https://a.test/b)', '[a](https://a.test/b)'],
    ['```ts\nx[1](../a)\n```', '```ts\nx[1](../a)\n```'],
  ])('makes of %j what works on the page of the package', (text, made) => {
    expect(readme(text)).toBe(made)
  })
})
