import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Target {
  options?: { command?: string; commands?: string[] }
  outputs?: string[]
}
type Targets = Record<string, Target>

/**
 * Prints "<passed> <failed>" over the JUnit reports of all projects, those of each target that runs tests, and fails when
 * one is missing or counts no test.
 */
let passed = 0
let failed = 0
for (const config of globSync('{packages,apps,tools}/*/vitest.config.ts')) {
  for (const report of reportsOf(dirname(config))) {
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

/**
 * The reports of the targets of a project that run vitest: scripts of its package.json, commands of its project.json, and
 * what nx.json says of targets that have none of their own. A target that runs it more than once names its reports as outputs.
 */
function reportsOf(folder: string): string[] {
  const { scripts = {} } = read(join(folder, 'package.json')) as { scripts?: Record<string, string> }
  const { targets = {} } = read(join(folder, 'project.json')) as { targets?: Targets }
  const { targetDefaults = {} } = read('nx.json') as { targetDefaults?: Targets }
  const found = new Set<string>()
  for (const name of new Set([...Object.keys(scripts), ...Object.keys(targets)])) {
    const { options = targetDefaults[name]?.options, outputs = [] } = targets[name] ?? {}
    const commands = [scripts[name], options?.command, ...(options?.commands ?? [])]
    if (!commands.some((command) => command?.startsWith('vitest run'))) continue
    const named = outputs.filter((output) => output.endsWith('.xml'))
    for (const report of named.length > 0 ? named : [`{projectRoot}/test-results/${name}.xml`]) {
      found.add(report.replace('{projectRoot}', folder).replace('{workspaceRoot}/', ''))
    }
  }
  if (found.size === 0) throw new Error(`no target of ${folder} runs its tests`)
  return [...found]
}

function read(file: string): unknown {
  return globSync(file).length === 0 ? {} : JSON.parse(readFileSync(file, 'utf8'))
}
