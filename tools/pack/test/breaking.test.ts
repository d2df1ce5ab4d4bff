import { describe, expect, it } from 'vitest'
import { announced, breaks, goneUnwarned, needed } from '../src/breaking.ts'

const before = `interface Options {
    a?: string;
    b: number;
}

function make(options: Options): string

const limit = 5
`

describe('breaks', () => {
  it.each([
    ['nothing changed', before],
    ['a name was added', `${before}\ntype More = string\n`],
    ['a field was added', before.replace('b: number;', 'b: number;\n    c?: boolean;')],
    ['a name is on its way out', before.replace('const limit', '/** @deprecated */\nconst limit')],
  ])('finds nothing where %s', (_name, after) => {
    expect(breaks(before, after)).toEqual([])
  })

  it.each([
    ['a name', before.replace(/const.*\n/, ''), 'limit is gone'],
    ['a field', before.replace('    b: number;\n', ''), 'Options was: b: number;'],
    ['a type of a field', before.replace('a?: string', 'a?: number'), 'Options was: a?: string;'],
    [
      'a parameter',
      before.replace('(options: Options)', '()'),
      'make was: function make(options: Options): string',
    ],
  ])('finds %s that users may rely on', (_name, after, found) => {
    expect(breaks(before, after)).toEqual([found])
  })
})

describe('goneUnwarned', () => {
  const without = before.replace(/const.*\n/, '')

  it('finds the name of a release that goes without a word', () => {
    expect(goneUnwarned(before, without)).toEqual(['limit'])
  })

  it('finds nothing where the release said so, where a name stays, and before the first release', () => {
    expect(goneUnwarned(before.replace('const limit', '/** @deprecated */\nconst limit'), without)).toEqual(
      [],
    )
    expect(goneUnwarned(before, before)).toEqual([])
    expect(goneUnwarned('', without)).toEqual([])
  })
})

it('a breaking change needs a major changeset, before 1.0 a minor one', () => {
  expect(needed('1.2.3')).toEqual(['major'])
  expect(needed('0.2.3')).toEqual(['major', 'minor'])
  const changesets = [
    '---\n\'@svc/a\': minor\n"@svc/b": major\n---\n\nWords: patch\n',
    "---\n'@svc/a': patch\n---\n",
  ]
  expect(announced(changesets)).toEqual(
    new Map([
      ['@svc/a', new Set(['minor', 'patch'])],
      ['@svc/b', new Set(['major'])],
    ]),
  )
})
