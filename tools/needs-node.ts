import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Options } from 'tsup'

/**
 * The lines that an entry of a package begins with: on a Node older than its `engines` say, an import fails with what is
 * needed, in place of an error from deep inside. In browsers and other runtimes without `process.versions.node` they do
 * nothing.
 */
export function refusalOfOldNode(name: string, engines: string): string {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines) ?? []
  if (!major)
    throw new Error(`${name}: "engines" says ${engines}, and ">=22.19" is the form that is understood`)
  return `{
  const version = globalThis.process?.versions?.node
  const [major, minor] = version ? version.split('.').map(Number) : [Infinity]
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    const message = \`${name} needs Node.js ${major}.${minor} or newer; this is \${version}.\`
    throw Object.assign(new Error(message), { code: 'old_node' })
  }
}
`
}

/** Writes {@link refusalOfOldNode} into every entry. The package's own `engines` are the one place that says which Node. */
export const needsNode: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'needs-node',
  setup(build) {
    const folder = build.initialOptions.absWorkingDir ?? process.cwd()
    const given = build.initialOptions.entryPoints ?? []
    const entries = Object.values(given).map((entry) =>
      resolve(folder, typeof entry === 'string' ? entry : entry.in),
    )
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!entries.includes(path)) return undefined
      const manifest = JSON.parse(await readFile(resolve(folder, 'package.json'), 'utf8')) as {
        name: string
        engines: { node: string }
      }
      const contents = refusalOfOldNode(manifest.name, manifest.engines.node) + (await readFile(path, 'utf8'))
      return { contents, loader: 'ts' }
    })
  },
}
