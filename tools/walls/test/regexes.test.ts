import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import { expect, it, onTestFinished } from 'vitest'
import { type FoundRegex, readRegexes } from '../src/read-regexes.ts'

/**
 * Regular expressions that may take longer than in proportion to their input, each with where its input comes from:
 * nobody from outside may choose it.
 */
const known: Record<string, string> = {
  'apps/sandbox/src/cli/duration.ts': 'what the person at the command line types',
  'apps/sandbox/src/cli/npm-parent.ts': 'the command line of the process above',
  'apps/sandbox/src/cli/program.ts': 'the help text of this program',
  'packages/testing/src/hostel/guests.ts': 'names from our own lists',
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx,js,jsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test|d)\.tsx?$/.test(file))

/** What is wrong with a regular expression: how its time grows, or that nobody could say. */
async function problemOf({ source, flags, dynamic }: FoundRegex): Promise<string | undefined> {
  if (dynamic) return 'made at run time'
  const result = await check(source, flags, { timeout: 60_000 })
  if (result.status === 'safe') return undefined
  return result.status === 'vulnerable' ? result.complexity.summary : `unknown: ${result.error.kind}`
}

async function problems(regexes: readonly FoundRegex[]): Promise<string[]> {
  const verdicts = new Map<string, Promise<string | undefined>>()
  const found: string[] = []
  for (const regex of regexes) {
    const { file, text } = regex
    if (!verdicts.has(text)) verdicts.set(text, problemOf(regex))
    const problem = await verdicts.get(text)
    if (problem !== undefined) found.push(`${file} ${text} (${problem})`)
  }
  return found
}

it('no regular expression that input from outside can reach takes longer than in proportion', async () => {
  const regexes = readRegexes(root, files)
  expect(regexes.length).toBeGreaterThan(100)
  const found = await problems(regexes)
  expect(found.filter((line) => !Object.keys(known).some((file) => line.startsWith(`${file} `)))).toEqual([])
  // An exception that is none any more is taken off the list.
  for (const file of Object.keys(known)) expect(found.join('\n')).toContain(file)
}, 240_000)

it('finds each way to write one, and what is wrong with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-regexes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'planted.ts'),
    [
      String.raw`export const nested = /^(a+)+$/`,
      String.raw`export const adjacent = /^\s*;?\s*x$/i`,
      String.raw`export const made = new RegExp('(\\d+)*x', 'g')`,
      'export const atRunTime = (text: string) => RegExp(text)',
      String.raw`export const fine = /^[a-z]+$/`,
    ].join('\n'),
  )
  expect(await problems(readRegexes(folder, ['planted.ts']))).toEqual([
    'planted.ts /^(a+)+$/ (exponential)',
    String.raw`planted.ts /^\s*;?\s*x$/i (2nd degree polynomial)`,
    String.raw`planted.ts new RegExp('(\\d+)*x', 'g') (exponential)`,
    'planted.ts RegExp(text) (made at run time)',
  ])
}, 60_000)
