import { cp, mkdir, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { versionAlone } from '../../tools/tsup.package.ts'
import { renderReference } from './src/http/render-reference.ts'

/** What both builds share. The packages of this repository stay packages: a fix in one reaches users by updating that one. */
const shared: Options = {
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  esbuildPlugins: [versionAlone],
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

/** What is bundled is here by its licence, which goes with it. */
async function keepLicences(): Promise<void> {
  await mkdir('dist/licences', { recursive: true })
  for (const name of ['kysely', '@modelcontextprotocol/server', '@modelcontextprotocol/core']) {
    const folder = new URL('.', pathToFileURL(findPackageJSON(name, import.meta.url) ?? name))
    await cp(new URL('LICENSE', folder), `dist/licences/${name.replace('/', '-')}.txt`)
  }
}

const types: Options['dts'] = {
  entry: { index: 'src/index.ts' },
  compilerOptions: { customConditions: [], composite: false },
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/native.ts', sandbox: 'src/index.ts', cli: 'src/cli/main.ts' },
    format: ['esm'],
    // 257 modules: loaded one by one they took a quarter of a start. None of it is in the interface. What is listed for
    // development alone is bundled too: of 9 MB for coding agents, the build has 0.6.
    noExternal: ['kysely'],
    dts: types,
    onSuccess: async () => {
      await copyDashboard()
      await keepReference()
      await keepLicences()
    },
  },
  {
    ...shared,
    entry: { index: 'src/native.ts' },
    format: ['cjs'],
    dts: types,
  },
])
