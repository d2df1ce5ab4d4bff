import { build } from 'esbuild'
import type { Measured } from './report.ts'

/** Kilobytes of each module, bundled from its build for Node and minified. */
export async function bundleSize(modules: Record<string, string>): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [name, contents] of Object.entries(modules)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      minify: true,
      write: false,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    rows.push({ name, value: (outputFiles[0]?.contents.byteLength ?? Number.NaN) / 1024 })
  }
  return rows
}
