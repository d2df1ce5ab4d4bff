import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawHouse, withPicture } from './picture.ts'

/** Puts the picture of today into docs/design.md. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const file = join(root, 'docs/design.md')
writeFileSync(file, withPicture(readFileSync(file, 'utf8'), drawHouse(root)))
