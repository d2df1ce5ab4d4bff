import { defineConfig, type Options } from 'tsup'

/**
 * The build that all published packages share: ESM and CommonJS with types for each, side by side in `dist/`.
 * Chunks are shared between entries, so that a bundler drops what its user does not import.
 */
export function tsupPackage(entry: Options['entry'], overrides: Options = {}) {
  return defineConfig({
    entry: entry ?? ['src/index.ts'],
    format: ['esm', 'cjs'],
    target: 'node22',
    platform: 'neutral',
    dts: { compilerOptions: { customConditions: [], composite: false } },
    splitting: true,
    clean: true,
    sourcemap: true,
    removeNodeProtocol: false,
    treeshake: false,
    ...overrides,
  })
}
