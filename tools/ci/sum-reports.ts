import { globSync, readFileSync } from 'node:fs'

/** Prints "<passed> <failed>" over the JUnit reports of all projects, and fails when a project has none. */
const projects = globSync('{packages,apps,tools}/*/vitest.config.ts')
let passed = 0
let failed = 0
for (const config of projects) {
  const report = config.replace('vitest.config.ts', 'test-results/junit.xml')
  const xml = readFileSync(report, 'utf8')
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? Number.NaN)
  const bad = count('failures') + count('errors')
  const total = count('tests')
  if (!(total > 0)) throw new Error(`${report} counts no test`)
  failed += bad
  passed += total - bad
}
console.log(passed, failed)
