#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read, so they can say what is wrong.
// svc-conformance has the same lines: each tarball carries its own launcher, which must run before any import of a
// package.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `svc-sandbox needs Node.js 22.19 or newer; this is ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org), or try it with "npx -p node@24 -p @svc/sandbox svc-sandbox".',
  )
  process.exit(1)
}

// Some versions warn that node:sqlite and type stripping are experimental. Users cannot act on it, so it is not shown.
const emitWarning = process.emitWarning
process.emitWarning = (warning, ...rest) => {
  const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type
  if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
}

// Node reads compiled code from a cache, which halves the time of a start.
nodeModule.enableCompileCache?.()

try {
  await start()
} catch (error) {
  // Before anything of ours is loaded that could say it.
  if (error?.code !== 'ERR_ACCESS_DENIED') throw error
  console.error(
    `svc-sandbox: Node.js runs with --permission, and may not read ${error.resource ?? 'its files'}. It needs ` +
      '--allow-fs-read=* --allow-fs-write=<folder of the database> --allow-net',
  )
  process.exit(1)
}

async function start() {
  const source = new URL('../src/cli/main.ts', import.meta.url)
  if (existsSync(source)) {
    // In a clone it runs from the TypeScript sources, without a build. The published package has no sources.
    nodeModule.registerHooks({
      resolve: (specifier, context, next) =>
        next(specifier, { ...context, conditions: ['@svc/source', ...context.conditions] }),
    })
    await import(source.href)
  } else {
    await import(new URL('../dist/cli.js', import.meta.url).href)
  }
}
