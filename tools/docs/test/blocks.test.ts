import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { blocksOf, filledIn } from '../src/blocks.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const pages = globSync('{README.md,CONTRIBUTING.md,{packages,apps,examples}/**/*.md,docs/**/*.md}', {
  cwd: repository,
  // The tutorial is played as a whole.
  exclude: ['**/node_modules/**', '**/dist/**', '**/docs/api/**', 'docs/tutorial.md'],
}).filter((page) => !page.endsWith('CHANGELOG.md'))
const blocks = pages.flatMap((page) => blocksOf(page, read(page)))
/** Compiled (readmes.test.ts), or drawn from code that a test compares. */
const heldElsewhere = new Set(['ts', 'mermaid'])

it('every block is compiled, run by play-blocks.ts or another check, or says why it is not', () => {
  expect(blocks.length).toBeGreaterThan(60)
  const unmarked = blocks.filter(({ language, mark }) => !heldElsewhere.has(language) && !mark)
  expect(unmarked.map(({ place }) => place)).toEqual([])
})

it('most blocks of a shell are run', () => {
  const shell = blocks.filter(({ language }) => language === 'sh')
  const run = shell.filter(({ mark }) => mark?.how === 'run')
  expect(run.length / shell.length).toBeGreaterThan(0.6)
})

it('what another check runs, it runs', () => {
  for (const { place, text, mark } of blocks) {
    if (mark?.how !== 'run by') continue
    // By the folder of the page, by what comes after `exec --`, or by what it requires.
    const [, project] = /^examples\/([\w-]+)\//.exec(place) ?? []
    const [, named = project ?? ''] = /(?: -- |require\()(\S[^)\n]*)/.exec(text) ?? []
    expect(named, place).not.toBe('')
    expect(read(mark.file), place).toContain(named)
  }
})

it('what is put in the place of something in a block stands there', () => {
  const wrong = blocks.flatMap(({ place, text, mark }) =>
    mark?.how === 'run' || mark?.how === 'printed'
      ? mark.with.map(([from]) => ({ place, from })).filter(({ from }) => !text.includes(from))
      : [],
  )
  expect(wrong).toEqual([])
})

it('every JSON that is shown is JSON', () => {
  const shown = blocks.filter(({ language }) => language === 'json')
  expect(shown.map(({ text }) => typeof JSON.parse(text))).toEqual(['object', 'object', 'object'])
})

it('every script that is shown is there', () => {
  const scriptsOf = (folder: string) =>
    (JSON.parse(read(join(folder, 'package.json'))) as { scripts: Record<string, string> }).scripts
  const wrong = blocks.flatMap(({ place, text }) =>
    [...text.matchAll(/\bnpm (?:run ([\w-]+)|(test|start))(?: -w ([\w/-]+))?/g)]
      // A project of its own has its own.
      .filter(() => !place.startsWith('examples/'))
      .map(([, run, lifecycle, folder = '.']) => ({ place, name: run ?? lifecycle ?? '', folder }))
      .filter(({ name, folder }) => scriptsOf(folder)[name] === undefined),
  )
  expect(wrong).toEqual([])
})

it('reads the comments above blocks', () => {
  const page = [
    'text',
    '<!-- run',
    'with: a → b',
    'with: c → d > e',
    'before: one',
    'prints: x',
    '-->',
    '```sh',
    'a c',
    '```',
    '<!-- not run: because',
    'of that -->',
    '```sh',
    '```',
    '<!-- save a.mjs -->',
    '```js',
    'a()',
    '```',
    '```sh',
    '```',
  ].join('\n')
  const [first, second, third, fourth] = blocksOf('a.md', page)
  expect(first).toMatchObject({ place: 'a.md:8', language: 'sh', text: 'a c\n' })
  expect(first?.mark).toMatchObject({ how: 'run', before: 'one', prints: ['x'], until: undefined })
  if (first?.mark?.how === 'run') expect(filledIn(first, first.mark)).toBe('b d > e\n')
  expect(second?.mark).toEqual({ how: 'not run', why: 'because of that' })
  expect(third?.mark).toEqual({ how: 'save', file: 'a.mjs' })
  expect(fourth?.mark).toBeUndefined()
  expect(() => blocksOf('a.md', '<!-- run\nwhat: ever -->\n```sh\n```')).toThrow(
    'a.md:3: what is "what: ever"',
  )
})
