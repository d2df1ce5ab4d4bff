import { defineConfig, type Options } from 'tsup'

/** What both builds share. The packages of this repository are built in, so that the tarball works on its own. */
const shared: Options = {
  target: 'node22',
  platform: 'node',
  noExternal: [/^@svc\//],
  sourcemap: true,
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: ['esm', 'cjs'],
    dts: { resolve: [/^@svc\//], compilerOptions: { customConditions: [], composite: false } },
  },
  { ...shared, entry: { cli: 'src/cli/main.ts' }, format: ['esm'], dts: false },
])
