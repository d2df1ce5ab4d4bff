import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Options } from 'tsup'
import { joinChunks } from '../../tools/join-chunks.ts'
import { tsupPackage, versionAlone } from '../../tools/tsup.package.ts'

/**
 * zod says that its files have no side effects, so that bundlers leave out those that nobody uses. As one file, what is
 * made at its top has to be marked one by one: else the JSON Schema writer and the registry of descriptions are in every
 * bundle.
 */
const unusedIsLeftOut: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'unused-is-left-out',
  setup(build) {
    build.onLoad(
      { filter: /zod[\\/]v4[\\/]core[\\/](json-schema-processors|registries)\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8')
        const contents = text
          .replaceAll(/(?<=^ +\w+: )(?=formatContributor\()/gm, '/* @__PURE__ */ ')
          .replace(
            /^\(_a = globalThis\)\.__zod_globalRegistry \?\?.*\nexport const globalRegistry = .*$/m,
            'export const globalRegistry = /* @__PURE__ */ (() => (globalThis.__zod_globalRegistry ??= registry()))();',
          )
        if (contents === text) throw new Error(`${path} has changed: look at what of it is in every bundle`)
        return { contents }
      },
    )
  },
}

/**
 * zod's writer of JSON Schema, which the document of OpenAPI needs alone, with a copy of the few parts of zod that it
 * calls. esbuild has one chunk for all of zod, so that each import of a schema would read it too: a third of the file.
 */
const writerApart: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'writer-apart',
  setup(build) {
    const namespace = 'json-schema-writer'
    const found = (path: string) => ({ path, namespace, sideEffects: false })
    build.onResolve({ filter: /^zod\/v4\/core$/ }, ({ path, importer }) =>
      importer.endsWith('json-schema.ts')
        ? found(
            createRequire(importer)
              .resolve(path)
              .replace(/\.cjs$/, '.js'),
          )
        : null,
    )
    build.onResolve({ filter: /^\./, namespace }, ({ path, importer }) =>
      found(join(dirname(importer), path)),
    )
    build.onLoad({ filter: /./, namespace }, async ({ path }) => ({ contents: await readFile(path, 'utf8') }))
  },
}

export default tsupPackage(
  {
    index: 'src/index.ts',
    money: 'src/money.ts',
    vocabulary: 'src/constants.ts',
    events: 'src/events.ts',
    operations: 'src/api.ts',
    openapi: 'src/document.ts',
  },
  {
    // What is used of zod goes in, as one file: its own are 80, and loading them takes three times as long as all the
    // rest. The types stay those of zod.
    noExternal: [/^zod/],
    esbuildPlugins: [versionAlone, unusedIsLeftOut, writerApart],
    // Amounts and words need no zod, and nothing of each other; reading events is not for clients, and the document of
    // OpenAPI is for few.
    onSuccess: () =>
      joinChunks('dist', {
        money: ['money'],
        vocabulary: ['vocabulary'],
        schemas: ['operations'],
        events: ['events'],
        document: ['openapi'],
      }),
  },
)
