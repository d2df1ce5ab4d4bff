import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beginPack } from './pack-in-place.ts'
import { PackError, readManifest } from './stamped-files.ts'

/** `prepack` of every published package, run by npm in the folder of the package. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
try {
  beginPack(root, process.cwd(), (folder) => {
    const command = ['nx', 'run-many', '-t', 'build', '-p', readManifest(folder).name]
    // To stderr: `npm pack` prints the name of the tarball on stdout.
    execFileSync('npx', command, {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false' },
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
  })
} catch (error) {
  console.error(error instanceof PackError ? error.message : error)
  process.exitCode = 1
}
