import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Budget } from './budget.ts'
import { bytesOf, installed } from './installation.ts'
import { filesOfImport, filesOfStart } from './loaded-files.ts'

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
      ['@svc/models/money', 1],
      ['@svc/models/vocabulary', 1],
      ['@svc/models', 6],
      ['@svc/client', 4],
    ] as const
  ).map(([entry, ceiling]): Budget => ({
    name: `import of ${entry}`,
    ceiling,
    unit: 'modules',
    measure: filesOfImport(entry),
  })),
  { name: 'a start of svc-sandbox', ceiling: 20, unit: 'modules', measure: filesOfStart },
  {
    name: 'an installation of @svc/sandbox',
    ceiling: 35_000_000,
    unit: 'bytes',
    measure: (root) => installed(root).reduce((sum, folder) => sum + bytesOf(folder), 0),
  },
  {
    name: 'packages of an installation of @svc/sandbox',
    ceiling: 40,
    unit: 'packages',
    measure: (root) => installed(root).length,
  },
]
