import { readFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

/**
 * A module that asks for its package.json gets the version alone: the rest would go into the build, and the version is
 * written down nowhere else.
 */
export const versionAlone: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'version-alone',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/**
 * The build that all published packages share: ESM and CommonJS with types for each, side by side in `dist/`.
 * Chunks are shared between entries, so that a bundler drops what its user does not import. There are no source maps:
 * the code is not minified, the sources are not published, and the maps were half of each tarball.
 */
export function tsupPackage(entry: Options['entry'], overrides: Options = {}) {
  return defineConfig({
    entry: entry ?? ['src/index.ts'],
    format: ['esm', 'cjs'],
    target: 'node20',
    platform: 'neutral',
    dts: { compilerOptions: { customConditions: [], composite: false } },
    splitting: true,
    clean: true,
    sourcemap: false,
    removeNodeProtocol: false,
    treeshake: false,
    esbuildPlugins: [versionAlone],
    ...overrides,
  })
}
