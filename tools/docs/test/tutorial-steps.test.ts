import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { patternOf, tutorialSteps } from '../src/tutorial-steps.ts'

it('reads files, commands and what is seen', () => {
  const page = [
    '```js [a.mjs]',
    'run()',
    '```',
    'and then',
    '```sh [terminal 1, stays open]',
    'node a.mjs',
    '```',
    '```text [terminal 1]',
    'ready',
    '```',
    '```sh [stop terminal 1]',
    'ls',
    '```',
  ].join('\n')
  expect(tutorialSteps(page)).toEqual([
    { do: 'save', line: 1, file: 'a.mjs', text: 'run()\n' },
    { do: 'run', line: 5, commands: 'node a.mjs\n', open: 'terminal 1', stop: undefined },
    { do: 'see', line: 8, terminal: 'terminal 1', text: 'ready\n' },
    { do: 'run', line: 11, commands: 'ls\n', open: undefined, stop: 'terminal 1' },
  ])
})

it.each(['```js\nrun()\n```', '```sh [somewhere]\nls\n```'])('says what it cannot read: %j', (page) => {
  expect(() => tutorialSteps(page)).toThrow(/^line 1: /)
})

it('takes … for anything, on a line of its own for any lines', () => {
  const pattern = patternOf('id …\n…\nend (a+)\n')
  expect('id 7\nend (a+)\n').toMatch(pattern)
  expect('id 7\none\ntwo\nend (a+)\n').toMatch(pattern)
  expect('id \nend (a+)\n').not.toMatch(pattern)
  expect('id 7\nend aa\n').not.toMatch(pattern)
})

it('the tutorial has steps of each kind', () => {
  const steps = tutorialSteps(readFileSync(new URL('../../../docs/tutorial.md', import.meta.url), 'utf8'))
  expect(steps.filter((step) => step.do === 'save').length).toBeGreaterThanOrEqual(4)
  expect(steps.filter((step) => step.do === 'see').length).toBeGreaterThanOrEqual(10)
})
