import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renderPage } from '../results/page.ts'
import { chartFolder, pageFile, readNotes, readRun, recordFile } from './record.ts'

/** The page and the charts as they are: nothing, before the first record. */
function written(): Map<string, string> {
  if (!existsSync(pageFile)) return new Map()
  const charts = readdirSync(chartFolder).map((name) => [name, join(chartFolder, name)] as const)
  const files = [['page', pageFile] as const, ...charts]
  return new Map(files.map(([name, path]) => [name, readFileSync(path, 'utf8')]))
}

it('the page and its charts are what the record says: npm run bench -- render', async () => {
  const expected = new Map<string, string>()
  if (existsSync(recordFile)) {
    const { page, charts } = renderPage(await readRun(recordFile), await readNotes())
    expected.set('page', page)
    for (const [name, svg] of charts) expected.set(name, svg)
  }
  expect(written()).toEqual(expected)
})
