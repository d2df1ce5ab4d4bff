import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Prints "<passed> <failed>" over the JUnit reports of all projects, one for each target that runs tests, and fails when
 * one is missing or counts no test.
 */
let passed = 0
let failed = 0
for (const config of globSync('{packages,apps,tools}/*/vitest.config.ts')) {
  const folder = dirname(config)
  for (const target of targetsOf(folder)) {
    const report = join(folder, 'test-results', `${target}.xml`)
    const xml = readFileSync(report, 'utf8')
    const count = (name: string) =>
      Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? Number.NaN)
    const bad = count('failures') + count('errors')
    const total = count('tests')
    if (!(total > 0)) throw new Error(`${report} counts no test`)
    failed += bad
    passed += total - bad
  }
}
console.log(passed, failed)

/** Names of the targets of a project that run vitest: scripts of its package.json, commands of its project.json. */
function targetsOf(folder: string): string[] {
  const { scripts = {} } = read(join(folder, 'package.json')) as { scripts?: Record<string, string> }
  const { targets = {} } = read(join(folder, 'project.json')) as {
    targets?: Record<string, { options?: { command?: string } }>
  }
  const found = [
    ...Object.entries(scripts),
    ...Object.entries(targets).map(([name, { options }]) => [name, options?.command ?? ''] as const),
  ].flatMap(([name, command]) => (command.startsWith('vitest run') ? [name] : []))
  if (found.length === 0) throw new Error(`no target of ${folder} runs its tests`)
  return found
}

function read(file: string): unknown {
  return globSync(file).length === 0 ? {} : JSON.parse(readFileSync(file, 'utf8'))
}
