import { build } from 'esbuild'

/** Kilobytes of a module, bundled from its build for Node and minified. */
export async function bundleSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return (outputFiles[0]?.contents.byteLength ?? Number.NaN) / 1024
}
