import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * What an import may cost, in bytes minified and gzipped with all that it pulls in. Measured with esbuild 0.28 and zod
 * 4.6: 1.2, 0.42, 0.29, 5.8, 7.4 and 9.6 kB in this order; `z.looseObject({ a: z.string() })` alone is 4.5 kB.
 * The ceilings leave room for a new field, not for a new dependency.
 */
export const ceilings = [
  { imports: 'normaliseAmount, addAmounts, minorUnitsToAmount', bytes: 1_300, zod: false },
  { imports: 'headerNames, limits', bytes: 550, zod: false },
  { imports: 'eventTypes, errorStatuses', bytes: 550, zod: false },
  { imports: 'paymentSchema', bytes: 6_400, zod: true },
  { imports: 'validate, createPaymentSchema', bytes: 7_900, zod: true },
  { imports: 'parseEvent, isKnownEvent', bytes: 10_200, zod: true },
] as const

/** Bundles an import of this package as an application would; with `source`, from the sources instead of `dist`. */
export async function bundle(imports: string, { source }: { source: boolean }) {
  const result = await build({
    stdin: { contents: `export { ${imports} } from '@svc/models'`, resolveDir: packageFolder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    metafile: true,
    logLevel: 'silent',
    conditions: source ? ['@svc/source'] : [],
  })
  const [output] = Object.values(result.metafile.outputs)
  const inputs = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path)
  return { bytes: gzipSync(result.outputFiles[0]?.contents ?? '').length, inputs }
}
