import { expect, it } from 'vitest'
import { mutantsOf } from '../src/mutants.ts'

const changes = (code: string) =>
  mutantsOf('a.ts', code).map(({ from, end, to }) => code.slice(0, from) + to + code.slice(end))

it.each([
  ['const a = b < c', ['const a = (b) <= (c)']],
  ['const a = b === c && d', ['const a = (b === c) || (d)', 'const a = (b) !== (c) && d']],
  ['const a = b ?? 1', ['const a = (b) && (1)', 'const a = b ?? (1 + 1)']],
  ['if (a) b()', ['if (false) b()', 'if (a) ']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['await a()', ['']],
  ['const a = !b', ['const a = b']],
])('bends %s', (code, expected) => {
  expect(changes(code)).toEqual(expected)
})

it.each([
  `import a from 'a'`,
  'type A = 1 | true',
  'interface A { a: 1 }',
  "const a = 'x' + b",
  "throw new Error('x', { cause: true })",
  'while (a < b) c = d',
  'const a = { b: true, ...c, d: true }',
])('leaves %s alone', (code) => {
  expect(changes(code)).toEqual([])
})

it('names each by its place and what was there', () => {
  expect(mutantsOf('a.ts', '\nconst a = b < c').map(({ name }) => name)).toEqual(['a.ts:2 < → <='])
})

it('takes the conditions out of queries', () => {
  expect(changes("const a = db.from('x').where('y', z)")).toEqual(["const a = db.from('x')"])
})

it('makes the changes that are named, where such a text is read', () => {
  const found = mutantsOf('a.ts', 'const a = { b: b.c, c: b.c.d }', [['b.c', 'undefined']])
  expect(found.map(({ name }) => name)).toEqual(['a.ts:1 b.c → undefined', 'a.ts:1 b.c → undefined'])
})

it('says when a change that is named has lost its place', () => {
  expect(() => mutantsOf('a.ts', 'const a = b', [['b.c', 'undefined']])).toThrow('has no b.c any more')
})
