import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../../docs/decisions/', import.meta.url))

it('each decision has a number of its own, in its name and its heading', () => {
  const names = globSync('*.md', { cwd: folder })
  const numbers = names.map((name) => name.slice(0, 4))
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const headings = names.map((name) =>
    /^# (\d+)\. /.exec(readFileSync(folder + name, 'utf8'))?.[1]?.padStart(4, '0'),
  )
  expect(headings).toEqual(numbers)
})
