/**
 * `npm run bench [-- suite …]`: prints figures as ratios against a bare baseline and public peers of the same run.
 * Absolute figures drift with the machine; the ratios are what to quote.
 */
import { type Group, print } from './report.ts'

const suites: Record<string, () => Promise<Group[]>> = {
  signing: async () => (await import('./suites/signing.ts')).signing(),
  client: async () => (await import('./suites/client.ts')).client(),
  testDouble: async () => (await import('./suites/test-double.ts')).testDouble(),
  serving: async () => (await import('./suites/serving.ts')).serving(),
  delivering: async () => (await import('./suites/delivering.ts')).delivering(),
  models: async () => (await import('./suites/models.ts')).models(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(suites, name))
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const group of await run()) print(group)
}
