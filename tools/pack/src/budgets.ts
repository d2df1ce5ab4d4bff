import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/**
 * `node tools/pack/src/budgets.ts`: bytes and counts of what is built, each against its ceiling and against what was
 * measured last (`budgets.json`, which `--write` brings up to date). Bytes and counts, not times: they are the same on
 * every machine. Needs `npm run build`.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const record = fileURLToPath(new URL('../budgets.json', import.meta.url))

interface Budget {
  /** What is measured, for people. */
  name: string
  /** The most that it may be. */
  ceiling: number
  unit: 'bytes' | 'modules'
  measure: () => Promise<number>
}

/** Bytes of a bundle, minified and not compressed, as an application would make it. */
const bundled =
  (code: string, external: string[] = []) =>
  async (): Promise<number> => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: join(root, 'tools/docs') },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      external,
      write: false,
      logLevel: 'silent',
    })
    return outputFiles[0]?.contents.length ?? Number.NaN
  }

/** Files that an import loads, those of dependencies included. */
const modulesOf = (entry: string) => async (): Promise<number> => {
  const args = ['--input-type=module', '--eval', counting, entry]
  const cwd = join(root, 'tools/docs')
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  return Number(stdout)
}

const counting = `
import { registerHooks } from 'node:module'
let loaded = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded += 1
    return next(url, context)
  },
})
await import(process.argv[1])
console.log(loaded)
`

const budgets: Budget[] = [
  {
    name: 'one schema',
    ceiling: 16_000,
    unit: 'bytes',
    measure: bundled(`export { errorDetailSchema } from '@svc/models'`),
  },
  {
    name: 'the schema of a payment',
    ceiling: 21_000,
    unit: 'bytes',
    measure: bundled(`export { paymentSchema } from '@svc/models'`),
  },
  {
    name: 'verify',
    ceiling: 2_500,
    unit: 'bytes',
    measure: bundled(`export { verify } from '@svc/signing'`),
  },
  { name: 'money', ceiling: 3_000, unit: 'bytes', measure: bundled(`export * from '@svc/models/money'`) },
  {
    name: 'the client, beside undici',
    ceiling: 76_800,
    unit: 'bytes',
    measure: bundled(`export * from '@svc/client'`, ['undici']),
  },
  ...(
    [
      ['@svc/signing', 6],
      ['@svc/models/money', 4],
      ['@svc/models/vocabulary', 5],
      ['@svc/models', 20],
      ['@svc/client', 16],
    ] as const
  ).map(([entry, ceiling]): Budget => ({
    name: `import of ${entry}`,
    ceiling,
    unit: 'modules',
    measure: modulesOf(entry),
  })),
]

const before = JSON.parse(readFileSync(record, 'utf8')) as Record<string, number>
const after: Record<string, number> = {}
for (const { name, ceiling, unit, measure } of budgets) {
  const now = await measure()
  after[name] = now
  const was = before[name]
  const change = was === undefined || was === now ? '' : `  (was ${was})`
  const fits = now <= ceiling
  console.log(`${fits ? 'ok      ' : 'TOO MUCH'}  ${name}: ${now} of ${ceiling} ${unit}${change}`)
  if (!fits) process.exitCode = 1
}
if (process.argv.includes('--write')) writeFileSync(record, `${JSON.stringify(after, null, 2)}\n`)
