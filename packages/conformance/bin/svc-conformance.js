#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read, so they can say what is wrong.
// svc-sandbox has the same lines: each tarball carries its own launcher, which must run before any import of a package.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `svc-conformance needs Node.js 22.19 or newer; this is ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org), or try it with "npx -p node@24 -p @svc/conformance svc-conformance".',
  )
  process.exit(2)
}

// Some versions warn that type stripping is experimental. Users cannot act on it, so it is not shown.
const emitWarning = process.emitWarning
process.emitWarning = (warning, ...rest) => {
  const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type
  if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
}

// Node reads compiled code from a cache, which halves the time of a start.
nodeModule.enableCompileCache?.()

const source = new URL('../src/main.ts', import.meta.url)
if (existsSync(source)) {
  // In a clone it runs from the TypeScript sources, without a build. The published package has no sources.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@svc/source', ...context.conditions] }),
  })
  await import(source.href)
} else {
  await import(new URL('../dist/main.js', import.meta.url).href)
}
