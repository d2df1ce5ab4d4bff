import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, transform } from 'esbuild'

/**
 * Makes fewer files of a build's chunks. esbuild writes one for every set of entries that share code; each file that an
 * import loads costs half a millisecond of processor time, so that these were half of an import of `@svc/models`.
 *
 * A joint file holds what its entries reach, but for what is in those before it: code that is shared is still loaded once,
 * and an error is the same class whichever entry it came from. The CommonJS files are then written from the others.
 *
 * @param folder of the build, which has ES modules with chunks
 * @param joints the name of each file, and the entries whose chunks it joins; a file by the name of its one entry is that
 * entry itself: it has a copy of what it does not export, and the others take from it what it does
 */
export async function joinChunks(folder: string, joints: Record<string, string[]>): Promise<void> {
  const modules = new Map<string, string>()
  for (const file of await readdir(folder)) {
    if (file.endsWith('.js')) modules.set(file, await readFile(join(folder, file), 'utf8'))
  }
  /** Chunks, each with the joint file that it is in now. */
  const joined = new Map<string, string>()

  for (const [name, entries] of Object.entries(joints)) {
    const target = `${name}.js`
    const chunks = reached(
      modules,
      entries.map((entry) => `${entry}.js`),
    ).filter((file) => file.startsWith('chunk-') && !joined.has(file))
    const alone = entries.length === 1 && entries[0] === name
    const sources = alone ? [target] : chunks
    const { outputFiles } = await build({
      stdin: { contents: sources.map((file) => `export * from './${file}'\n`).join(''), resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      packages: 'external',
      external: ['node:*', ...Array.from(joined.keys(), (chunk) => `./${chunk}`)],
      write: false,
      logLevel: 'silent',
      // `export *` leaves out what two chunks name alike.
      logOverride: { 'ambiguous-reexport': 'error' },
    })
    const names = new Set(alone ? exported(modules.get(target)) : [])
    for (const chunk of chunks) {
      const text = modules.get(chunk)
      if (!alone || exported(text).every((each) => names.has(each))) joined.set(chunk, target)
      // Two of a function are as good as one; two of a class or a register are not.
      else if (/\b(class|new \w*(Map|Set))\b/.test(text ?? ''))
        throw new Error(`${target} would copy ${chunk}`)
    }
    modules.set(target, outputFiles[0]?.text ?? '')
  }

  for (const file of await readdir(folder)) {
    if (joined.has(file) || /^chunk-.*\.cjs$/.test(file)) await rm(join(folder, file))
  }
  for (const [file, text] of modules) {
    if (joined.has(file)) continue
    const led = text.replaceAll(
      /(?<=(?:from|^import) "\.\/)chunk-\w+\.js(?=")/gm,
      (chunk) => joined.get(chunk) ?? chunk,
    )
    await writeFile(join(folder, file), led)
    await writeFile(join(folder, file.replace(/\.js$/, '.cjs')), await commonjs(led))
  }
}

/** Files of the build that some of them load, each after those that it loads itself. */
function reached(modules: Map<string, string>, from: string[], seen = new Set<string>()): string[] {
  return from.flatMap((file) => {
    if (seen.has(file)) return []
    seen.add(file)
    const loads = Array.from(
      modules.get(file)?.matchAll(/(?:from|^import) "\.\/([^"]+)"/gm) ?? [],
      ([, to = '']) => to,
    )
    return [...reached(modules, loads, seen), file]
  })
}

/** Names that a file of the build exports: esbuild lists them at its end, and renames none of what chunks share. */
function exported(text = ''): string[] {
  const [, list = ''] = /^export \{([^}]*)\};?\s*$/m.exec(text) ?? []
  return list.split(',').flatMap((each) => /(\S+)\s*$/.exec(each)?.[1] ?? [])
}

async function commonjs(text: string): Promise<string> {
  const { code } = await transform(text, { format: 'cjs', platform: 'node', target: 'node20' })
  return code.replaceAll(/(?<=require\("\.\/[^"]+)\.js(?="\))/g, '.cjs')
}
