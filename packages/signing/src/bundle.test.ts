import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))

async function bundle(code: string, platform: 'node' | 'browser', format: 'esm' | 'iife' = 'esm') {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: here, loader: 'ts' },
    bundle: true,
    minify: true,
    format,
    globalName: 'signing',
    platform,
    write: false,
    metafile: true,
  })
  const outputs = Object.values(metafile.outputs)
  const file = outputFiles[0]
  return {
    text: file?.text ?? '',
    bytes: file?.contents.length,
    imports: outputs.flatMap((output) => output.imports),
  }
}

describe('what a bundle pays', () => {
  // Ceilings a little above what was measured: 1,560, 2,484, 3,130, 6,205 and 7,850 bytes, before compression.
  it.each([
    ['node', 'sign', "export { sign } from './index.ts'", 1_700],
    ['node', 'verify', "export { verify } from './index.ts'", 2_500],
    ['browser', 'verify on the web', "export { verify } from './web.ts'", 3_300],
    ['browser', 'all of the web', "export * from './web.ts'", 6_400],
    ['browser', 'the Fetch adapter', "export { signedDeliveries } from './fetch.ts'", 8_100],
  ] as const)('on %s for %s', async (platform, _name, code, ceiling) => {
    const { bytes } = await bundle(code, platform)
    expect(bytes).toBeGreaterThan(500)
    expect(bytes).toBeLessThan(ceiling)
  })

  it('the web entries import nothing at all', async () => {
    for (const entry of ['web', 'fetch']) {
      expect((await bundle(`export * from './${entry}.ts'`, 'browser')).imports).toEqual([])
    }
  })

  it('the web entry runs with crypto and TextEncoder as its whole world', async () => {
    const { text } = await bundle("export * from './web.ts'", 'browser', 'iife')
    const world = createContext({ crypto, TextEncoder })
    const run = (code: string): unknown => runInContext(code, world)
    run(text)
    expect(run('[typeof process, typeof Buffer, typeof require].join()')).toBe(
      'undefined,undefined,undefined',
    )
    const header = await run("signing.sign('Hello, World!', `It's a Secret to Everybody`)")
    expect(header).toBe('sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17')
    expect(
      await run(`signing.verify('Hello, World!', '${String(header)}', "It's a Secret to Everybody")`),
    ).toBe(true)
    expect(await run(`signing.verify(Uint8Array.of(1), '${String(header)}', Uint8Array.of(2))`)).toBe(false)
  })

  it('the Node entries import built-in modules only, by their node: names', async () => {
    for (const entry of ['index', 'fastify', 'express']) {
      const { imports } = await bundle(`export * from './${entry}.ts'`, 'node')
      expect(imports.length).toBeGreaterThan(0)
      expect(imports.filter(({ path }) => !path.startsWith('node:'))).toEqual([])
    }
  })
})
