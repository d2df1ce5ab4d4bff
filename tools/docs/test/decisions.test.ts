import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

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

describe('docs/api-decisions.md', () => {
  const page = readFileSync(new URL('../../../docs/api-decisions.md', import.meta.url), 'utf8')
  const decisions = [...page.matchAll(/^## (D\d+) (.+)$/gm)].map(([, number = '', title = '']) => ({
    number,
    anchor: `${number} ${title}`
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  }))

  it('has each number once, in order, and a row for each in its table', () => {
    expect(decisions.length).toBeGreaterThan(27)
    expect(decisions.map(({ number }) => number)).toEqual(decisions.map((_, index) => `D${index + 1}`))
    const rows = [...page.matchAll(/^\| \[(D\d+)\]\(#([\w-]+)\) \| [^|]+ \| [^|]+ \|$/gm)]
    const inTable = rows.map(([, number, anchor]) => `${number} ${anchor}`).toSorted()
    expect(inTable).toEqual(decisions.map(({ number, anchor }) => `${number} ${anchor}`).toSorted())
  })

  it('is read without scrolling sideways: no long lines, no long paragraphs', () => {
    const text = page.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/```[\s\S]*?```/g, '')
    const lines = text.split('\n').filter((line) => !line.startsWith('|'))
    expect(lines.filter((line) => line.length > 132)).toEqual([])
    const blocks = text.split(/\n(?:\n|(?=- ))/).filter((block) => !block.startsWith('|'))
    expect(blocks.filter((block) => block.split('\n').length > 5)).toEqual([])
  })
})
