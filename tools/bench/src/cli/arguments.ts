import { parseArgs } from 'node:util'
import type { Form } from '../results/form.ts'

/** The names of the suites, in the order in which they run. */
export const suiteNames = [
  'serving',
  'delivering',
  'postgres',
  'starting',
  'seeding',
  'client',
  'signing',
  'models',
  'testDouble',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** What a person asks for. */
export type Asked =
  | { command: 'help' }
  | {
      command: 'measure' | 'compare'
      form: Form
      suites: readonly SuiteName[]
      /** File to write the run to, or with `compare` to read it from instead of measuring. */
      file: string | undefined
    }
  /** Measure everything, or take a run that was written before; keep it as the record, and make the page from it. */
  | { command: 'record'; form: Form; file: string | undefined }
  /** Make the page from the record again. */
  | { command: 'render' }

/** Arguments that make no sense, in words for the person who gave them. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `npm run bench                       every row, with the bare limits and the peers (about 15 minutes)
npm run bench -- --quick            the same on smaller data and in fewer rounds, in three minutes
npm run bench -- client signing     only these suites: ${suiteNames.join(', ')}
npm run bench -- --json FILE        and write the run to a file
npm run bench -- compare            measure quickly and show what has changed against docs/benchmarks.json
npm run bench -- compare FILE       show what has changed in a run that was written before
npm run bench -- record             measure in full, write docs/benchmarks.json, and render
npm run bench -- record --short     the same data in fewer and shorter rounds, some twelve minutes
npm run bench -- record FILE        the record is a run that was written before
npm run bench -- render             make docs/benchmarks.md and its charts from docs/benchmarks.json`

/** @throws {UsageError} */
export function readArguments(words: string[]): Asked {
  const { values, positionals } = parse(words)
  if (values.help) return { command: 'help' }
  if (values.quick && values.short) throw new UsageError('--quick and --short are two forms: choose one')
  const form = values.quick ? 'quick' : values.short ? 'short' : 'full'
  const [first, ...rest] = positionals
  if (first === 'render') {
    if (rest.length > 0 || form !== 'full' || values.json !== undefined)
      throw new UsageError('render takes nothing')
    return { command: 'render' }
  }
  if (first === 'record') {
    if (values.json !== undefined) throw new UsageError('record writes docs/benchmarks.json: no --json')
    if (rest.length > 1) throw new UsageError('record takes one file')
    return { command: 'record', form, file: rest[0] }
  }
  if (first === 'compare') {
    if (values.json !== undefined) throw new UsageError('compare takes its file without --json')
    if (rest.length > 1) throw new UsageError('compare takes one file')
    return { command: 'compare', form: 'quick', suites: suiteNames, file: rest[0] }
  }
  const unknown = positionals.filter((name) => !suiteNames.some((known) => known === name))
  if (unknown.length > 0) {
    throw new UsageError(`No such suite: ${unknown.join(', ')}. There are: ${suiteNames.join(', ')}.`)
  }
  const suites = suiteNames.filter((name) => positionals.length === 0 || positionals.includes(name))
  return { command: 'measure', form, suites, file: values.json }
}

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
