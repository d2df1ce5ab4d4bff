import { cp, mkdir, writeFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'
import { globalProcess, leaveOut, listBundled } from '../../tools/bundled-packages.ts'
import { needsNode } from '../../tools/needs-node.ts'
import { versionAlone } from '../../tools/tsup.package.ts'
import { renderReference } from './src/http/render-reference.ts'

/** What both builds share. The packages of this repository stay packages: a fix in one reaches users by updating that one. */
const shared: Options = {
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  esbuildPlugins: [versionAlone, needsNode],
}

/** The dashboard is carried prebuilt: its files go beside the build. Nx builds it before. */
async function copyDashboard(): Promise<void> {
  await cp('../dashboard/dist', 'dist/dashboard', { recursive: true })
}

/** The viewer of the API reference is rendered here: users need not install what makes it. */
async function keepReference(): Promise<void> {
  const { page, script } = await renderReference()
  await mkdir('dist/reference', { recursive: true })
  await writeFile('dist/reference/page.html', page)
  await writeFile('dist/reference/scalar.js', script)
}

/** Its compilers of schemas and its `inject`: half of its code, for nothing that this server does (`http/app.ts`). */
const unusedOfFastify = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']

const types: Options['dts'] = {
  entry: { index: 'src/index.ts' },
  compilerOptions: { customConditions: [], composite: false },
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/native.ts', sandbox: 'src/index.ts', cli: 'src/cli/main.ts' },
    format: ['esm'],
    // What is listed for development alone is bundled: loaded one by one, the files of what a start needs took half of it
    // (decision 25).
    external: ['@scalar/fastify-api-reference'],
    esbuildPlugins: [versionAlone, needsNode, globalProcess, leaveOut(unusedOfFastify), listBundled],
    // CommonJS inside of a bundle asks for Node's own modules by it.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)`,
    },
    dts: types,
    onSuccess: async () => {
      await copyDashboard()
      await keepReference()
    },
  },
  {
    ...shared,
    entry: { index: 'src/native.ts' },
    format: ['cjs'],
    dts: types,
  },
  {
    // What the command line serves with, as one function in one file (`src/cli/compiled-file.ts`). Our own packages stay
    // outside here too.
    ...shared,
    entry: { serve: 'src/cli/run-serve.ts' },
    format: ['cjs'],
    external: ['@scalar/fastify-api-reference'],
    esbuildPlugins: [versionAlone, globalProcess, leaveOut(unusedOfFastify), listBundled],
    esbuildOptions(options) {
      options.define = { ...options.define, 'import.meta.url': 'ownUrl' }
      options.banner = {
        js: `(function (exports, require, module, __filename) { 'use strict'; const ownUrl = require('node:url').pathToFileURL(__filename).href`,
      }
      options.footer = { js: '})' }
    },
  },
])
