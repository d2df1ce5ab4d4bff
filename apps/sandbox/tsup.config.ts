import { cp } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'

/** What both builds share. The packages of this repository are built in, so that the tarball works on its own. */
const shared: Options = {
  target: 'node22',
  platform: 'node',
  noExternal: [/^@svc\//],
  sourcemap: true,
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  esbuildOptions(options) {
    options.conditions = ['@svc/source']
  },
}

/** The page of the dashboard is served as it is written: its files go beside the build. */
async function copyDashboard(): Promise<void> {
  await cp('../dashboard/src', 'dist/dashboard', {
    recursive: true,
    filter: (path) => extname(path) !== '.ts',
  })
}

const source = (path: string) => [fileURLToPath(new URL(path, import.meta.url))]

/** The types of these packages go in too: as paths they count as parts of this one, not as libraries. */
const types: Options['dts'] = {
  entry: { index: 'src/index.ts' },
  compilerOptions: {
    customConditions: ['@svc/source'],
    allowImportingTsExtensions: true,
    composite: false,
    paths: {
      '@svc/control': source('../../packages/control/src/index.ts'),
      '@svc/models': source('../../packages/models/src/index.ts'),
      '@svc/signing': source('../../packages/signing/src/index.ts'),
      '@svc/testing': source('../../packages/testing/src/index.ts'),
    },
  },
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
    format: ['esm'],
    dts: types,
    onSuccess: copyDashboard,
  },
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: ['cjs'],
    // ESM alone, with a default export: `require` gives its namespace, and esbuild takes that for the function.
    noExternal: [/^@svc\//, 'canonicalize'],
    // `import.meta.url` in CommonJS.
    shims: true,
    dts: types,
  },
])
