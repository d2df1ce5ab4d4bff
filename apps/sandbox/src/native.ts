import { Module } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as Package from './index.ts'

/**
 * The published entry, for `import` and for `require`. It loads the package by Node's own loader: Jest would load it into
 * a realm that cannot require ES modules, where errors of Node are no `Error`, and whose timers a test may fake. Node's
 * `require` loads ES modules since 22.12; Jest puts another one into the place of `require` and `createRequire`, but not of
 * a module's own. What an older Node is told stands before these lines once they are built (`tools/needs-node.ts`).
 */
const here = typeof __filename === 'undefined' ? fileURLToPath(import.meta.url) : __filename
const path = here.replace(/index\.c?js$/, 'sandbox.js')
const asker = new Module(here)
// Yarn asks which package wants to know.
asker.filename = here
const loaded = asker.require(path) as typeof Package

export const { startSandbox, StartError, StorageError, StorageUnusable, ControlError } = loaded
