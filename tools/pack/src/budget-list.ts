import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { startBudgets } from './start-budgets.ts'

export interface Budget {
  /** What is measured, for people. */
  name: string
  /** The most that it may be. */
  ceiling: number
  unit: 'bytes' | 'modules' | 'files' | 'packages'
  /** Of the repository in a folder, which has been built. */
  measure: (root: string) => Promise<number> | number
}

/** Bytes of a bundle, minified and not compressed, as an application would make it. */
const bundled =
  (code: string, external: string[] = []) =>
  async (root: string): Promise<number> => {
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
const modulesOf =
  (entry: string) =>
  async (root: string): Promise<number> => {
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

/** What a browser gets before it knows which page is asked for: the document, and what it names. As it is sent. */
function frameOf(root: string): number[] {
  const folder = join(root, 'apps/dashboard/dist')
  const named = readFileSync(join(folder, 'index.html'), 'utf8').matchAll(
    /(?:src|href)="\/dashboard\/([^"]+)"/g,
  )
  return ['index.html', ...Array.from(named, ([, path = '']) => path)].map((path) => {
    const compressed = join(folder, `${path}.br`)
    return statSync(existsSync(compressed) ? compressed : join(folder, path)).size
  })
}

/** Bytes and counts of what is built, each with its ceiling. Not times: these are the same on every machine. */
export const budgets: Budget[] = [
  {
    name: 'one schema',
    ceiling: 13_312,
    unit: 'bytes',
    measure: bundled(`export { errorDetailSchema } from '@svc/models'`),
  },
  {
    name: 'the schema of a payment',
    ceiling: 16_384,
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
  {
    name: "the dashboard's frame, compressed",
    ceiling: 225_000,
    unit: 'bytes',
    measure: (root) => frameOf(root).reduce((sum, size) => sum + size, 0),
  },
  {
    name: "the dashboard's frame",
    ceiling: 9,
    unit: 'files',
    measure: (root) => frameOf(root).length,
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
  ...startBudgets,
]
