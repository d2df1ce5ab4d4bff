import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** Links of SECURITY.md to tests: the words of a test, and its file. */
async function promises(): Promise<[words: string, file: string][]> {
  const text = await readFile(new URL('SECURITY.md', root), 'utf8')
  return [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, words = '', file = '']) => [
    words.replaceAll(/\s+/g, ' '),
    file,
  ])
}

it('every promise of SECURITY.md links to a test that is there, by the words of that test', async () => {
  const found = await promises()
  expect(found.length).toBeGreaterThan(30)
  for (const [words, file] of found) {
    expect(file).toMatch(/\.test\.ts$/)
    const source = await readFile(new URL(file, root), 'utf8')
    expect(source.includes(words), `${file} has a test "${words}"`).toBe(true)
    expect(
      /\b(?:it|describe|test)\.(?:skip|todo|fails|skipIf|runIf)\b/.test(source),
      `${file} runs all`,
    ).toBe(false)
  }
})

it('every part of what is promised has a proof', async () => {
  const text = await readFile(new URL('SECURITY.md', root), 'utf8')
  const [, promised = ''] = /## What is promised\n([\s\S]*?)\n## What is not promised/.exec(text) ?? []
  const items = promised.split(/\n- /).slice(1)
  expect(items.length).toBeGreaterThan(20)
  for (const item of items) expect(item).toContain('.test.ts)')
})
