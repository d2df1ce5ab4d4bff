import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a file exports that was compiled from what its last run has kept. */
export interface CompiledFile<Exports> {
  exports: Exports
  /** Keeps what has been compiled so far for the next run, if this one found nothing. */
  keep(): void
}

type Wrapper = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  file: string,
  folder: string,
) => void

/** Our own packages are kept beside this one, and run like it. */
const ours = /^@svc\//

/**
 * Runs a file of the build that is one function around CommonJS, and keeps its compiled code where Node keeps that of
 * modules, and that of our packages which it asks for. Node keeps what it has compiled when a module is loaded, and not the
 * functions that V8 compiles when they are first called: those were compiled anew by each start, a fifth of its time. This
 * keeps both.
 *
 * @returns undefined where the file is not there
 */
export function compiledFile<Exports extends object>(url: URL): CompiledFile<Exports> | undefined {
  const file = fileURLToPath(url)
  const content = readIfThere(file)
  if (!content) return undefined
  // Node's folder is of one version of Node and one user.
  const loader = new Loader(getCompileCacheDir())
  // The build writes ASCII.
  const exports = loader.run(file, content, content.toString('latin1'))
  return { exports: exports as Exports, keep: () => loader.keep() }
}

class Loader {
  readonly #folder: string | undefined
  readonly #modules = new Map<string, { exports: object }>()
  readonly #unkept: (() => void)[] = []

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  run(file: string, content: Buffer, code: string): object {
    // Imported, a module of Node's has all of its names read, those too that load another one when they are.
    const { hash } = process.getBuiltinModule('node:crypto')
    const { constants, Script } = process.getBuiltinModule('node:vm')
    // Of the source, V8 compares no more than the length.
    const kept =
      this.#folder === undefined
        ? undefined
        : join(this.#folder, `${basename(file)}-${hash('sha1', content)}`)
    const cachedData = kept === undefined ? undefined : readIfThere(kept)
    const script = new Script(code, {
      filename: file,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    const isKept = cachedData !== undefined && script.cachedDataRejected !== true
    if (kept !== undefined && !isKept) {
      this.#unkept.push(() => writeWhole(kept, script.createCachedData()))
    }
    const module = { exports: {} }
    this.#modules.set(file, module)
    const run = script.runInThisContext() as Wrapper
    run(module.exports, this.#requireOf(file), module, file, dirname(file))
    return module.exports
  }

  keep(): void {
    try {
      for (const write of this.#unkept.splice(0)) write()
    } catch {
      // A full disk, or Node.js may not write there: the next start compiles again.
    }
  }

  /** `require` of a file, which looks for each name once: the parts in the file ask for one of our packages thirty times. */
  #requireOf(file: string): NodeJS.Require {
    const require = createRequire(file)
    const found = new Map<string, unknown>()
    const load = (name: string): unknown => {
      if (!ours.test(name) && !name.startsWith('.')) return require(name)
      const path = require.resolve(name)
      if (!path.endsWith('.cjs')) return require(name)
      const known = this.#modules.get(path)
      if (known) return known.exports
      const content = readFileSync(path)
      const code = `(function (exports, require, module, __filename, __dirname) { ${content.toString()}\n})`
      return this.run(path, content, code)
    }
    const once = (name: string): unknown => {
      if (!found.has(name)) found.set(name, load(name))
      return found.get(name)
    }
    return Object.assign(once, require)
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Of two starts at once, each leaves a whole file. */
function writeWhole(file: string, data: Buffer): void {
  const part = `${file}-${process.pid}`
  try {
    writeFileSync(part, data, { mode: 0o600 })
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}
