#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read, so that they can say what is wrong.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `svc-conformance needs Node.js 22.19 or newer; this is ${process.versions.node}. ` +
      'Run it with "npx svc-conformance", or install a newer Node.js (https://nodejs.org).',
  )
  process.exit(2)
}

// Type stripping announces itself as experimental on some versions: that is ours to know, not news.
const emitWarning = process.emitWarning
process.emitWarning = (warning, ...rest) => {
  const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type
  if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
}

// What was compiled once is read from a cache: half the time of a start.
nodeModule.enableCompileCache?.()

const source = new URL('../src/main.ts', import.meta.url)
if (existsSync(source)) {
  // A clone: run from the TypeScript sources, so that there is nothing to build first. The published package has none.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@svc/source', ...context.conditions] }),
  })
  await import(source.href)
} else {
  await import(new URL('../dist/main.js', import.meta.url).href)
}
