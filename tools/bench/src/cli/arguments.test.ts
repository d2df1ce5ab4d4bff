import { describe, expect, it } from 'vitest'
import { readArguments, suiteNames } from './arguments.ts'

describe('readArguments', () => {
  it('measures everything, in full, without arguments', () => {
    expect(readArguments([])).toEqual({
      command: 'measure',
      form: 'full',
      suites: suiteNames,
      file: undefined,
    })
  })

  it('takes suites, in the order in which they run, a form and a file', () => {
    expect(readArguments(['signing', 'client', '--quick', '--json', 'run.json'])).toEqual({
      command: 'measure',
      form: 'quick',
      suites: ['client', 'signing'],
      file: 'run.json',
    })
  })

  it('compares with a file, or with a quick run', () => {
    expect(readArguments(['compare', 'run.json'])).toMatchObject({ command: 'compare', file: 'run.json' })
    expect(readArguments(['compare'])).toMatchObject({ command: 'compare', form: 'quick', file: undefined })
  })

  it('records and renders', () => {
    expect(readArguments(['record'])).toEqual({ command: 'record', form: 'full', file: undefined })
    expect(readArguments(['record', '--short'])).toMatchObject({ form: 'short' })
    expect(readArguments(['record', 'run.json'])).toMatchObject({ file: 'run.json' })
    expect(readArguments(['render'])).toEqual({ command: 'render' })
  })
  it('helps', () => expect(readArguments(['-h'])).toEqual({ command: 'help' }))

  it.each([
    [['servin'], 'No such suite: servin'],
    [['--fast'], '--fast'],
    [['--json'], '--json'],
    [['compare', 'a', 'b'], 'one file'],
    [['compare', '--json', 'a'], 'without --json'],
    [['render', '--quick'], 'render takes nothing'],
    [['record', '--json', 'a'], 'no --json'],
    [['record', 'a', 'b'], 'one file'],
    [['--quick', '--short'], 'choose one'],
  ])('refuses %j', (words, message) => expect(() => readArguments(words)).toThrow(message))
})
