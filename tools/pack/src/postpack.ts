import { fileURLToPath } from 'node:url'
import { endPack } from './pack-in-place.ts'

/** `postpack` of every published package, run by npm in the folder of the package. */
endPack(fileURLToPath(new URL('../../..', import.meta.url)), process.cwd())
