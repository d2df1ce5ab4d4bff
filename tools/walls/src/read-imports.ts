import { cruise } from 'dependency-cruiser'
import type { Import } from './judge.ts'

/**
 * Every import of the files, however it is written: static, dynamic, re-exported, required, looked up, of types alone,
 * in JSDoc.
 *
 * @param root folder that the paths are relative to
 * @param files files and folders to read, from `root`
 */
export async function readImports(root: string, files: string[]): Promise<Import[]> {
  const { output } = await cruise(
    files,
    {
      baseDir: root,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|coverage)/' },
      tsPreCompilationDeps: true,
      detectJSDocImports: true,
      moduleSystems: ['es6', 'cjs'],
      exoticRequireStrings: ['require.resolve', 'import.meta.resolve'],
    },
    {
      conditionNames: ['@svc/source', 'import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  )
  if (typeof output === 'string') throw new TypeError('dependency-cruiser gave a text in place of its result')
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map((found) => ({
      from: source,
      specifier: asWritten(found),
      to: target(found),
      located: found.exoticRequire?.endsWith('.resolve') ?? false,
    })),
  )
}

interface Found {
  module: string
  resolved: string
  coreModule: boolean
  couldNotResolve: boolean
}

/** The prefix of `node:fs` comes apart from its name, but not that of `node:sqlite`. */
function asWritten({ module, protocol }: { module: string; protocol?: string }): string {
  return protocol && !module.startsWith(protocol) ? `${protocol}${module}` : module
}

/** The package of a path into `node_modules`; the last one counts. */
const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/

function target({ module, resolved, coreModule, couldNotResolve }: Found): Import['to'] {
  if (coreModule) return { library: `node:${resolved.replace(/^node:/, '')}` }
  const library = installed.exec(resolved)?.[1]
  if (library) return { library }
  if (!couldNotResolve) return { file: resolved }
  // A package that is not installed here is still that package.
  const named = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(module)?.[1]
  return named && !named.startsWith('@svc/') ? { library: named } : undefined
}
