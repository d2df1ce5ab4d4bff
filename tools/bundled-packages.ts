import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Of all builds of one run: each adds its own, and all are written by each, one after the other. */
const folders = new Set<string>()
let writing = Promise.resolve()

interface Bundled {
  name: string
  version: string
  license: string
}

/**
 * Says what a build carries of others: `dist/bundled.cdx.json`, a CycloneDX list that scanners of advisories read as they
 * would read a lockfile, and `dist/licences/`, as most licences ask that their text goes along. Neither can be forgotten:
 * both are made of what esbuild has put into the files.
 */
export const listBundled: Plugin = {
  name: 'list-bundled',
  setup(build) {
    build.initialOptions.metafile = true
    build.onEnd(async ({ metafile }) => {
      const carried = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
        Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
      )
      for (const path of carried) {
        const folder = folderOf(path)
        if (folder !== undefined) folders.add(folder)
      }
      await (writing = writing.then(writeList))
    })
  },
}

async function writeList(): Promise<void> {
  const described = await Promise.all(Array.from(folders, (folder) => describe(folder)))
  // One version may be installed in several places.
  const found = [...new Map(described.map((each) => [`${each.name}@${each.version}`, each])).values()]
  found.sort((one, other) => one.name.localeCompare(other.name))
  await mkdir('dist', { recursive: true })
  await writeFile('dist/bundled.cdx.json', `${JSON.stringify(cycloneDx(found), null, 2)}\n`)
}

/** The folder of the package that a file is of; undefined for a file of this repository. */
function folderOf(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]
}

async function describe(folder: string): Promise<Bundled> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Bundled
  const { name, version, license } = manifest
  const names = await readdir(folder)
  const texts = names.filter((file) => /^(licen[cs]e|notice)/i.test(file)).toSorted()
  const read = await Promise.all(texts.map((file) => readFile(join(folder, file), 'utf8')))
  await mkdir('dist/licences', { recursive: true })
  const text = read.length > 0 ? read.join('\n\n') : `${name} ${version}: ${license}\n`
  await writeFile(join('dist/licences', `${name.replace('/', '-')}-${version}.txt`), text)
  return { name, version, license }
}

function cycloneDx(bundled: readonly Bundled[]): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: bundled.map(({ name, version, license }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      return {
        type: 'library',
        'bom-ref': purl,
        name,
        version,
        purl,
        licenses: [{ license: { id: license } }],
      }
    }),
  }
}

/** Leaves out packages that a bundled one loads for what is never asked of it here; if it is after all, it fails by name. */
export function leaveOut(names: readonly string[]): Plugin {
  const namespace = 'left-out'
  return {
    name: 'leave-out',
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
        names.includes(path) ? { path, namespace } : undefined,
      )
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `throw new Error(${JSON.stringify(`${path} is not part of this build`)})`,
      }))
    },
  }
}

/**
 * `import process from 'node:process'` reads every name that `process` has, standard input and its reports among them, to
 * make exports of them. The global is the same without that.
 */
export const globalProcess: Plugin = {
  name: 'global-process',
  setup(build) {
    const namespace = 'global-process'
    build.onResolve({ filter: /^(?:node:)?process$/ }, ({ path }) => ({ path, namespace }))
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: 'module.exports = globalThis.process' }))
  },
}
