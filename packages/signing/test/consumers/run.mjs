// Packs the built package, unpacks it into an empty project and runs the consumers of this folder in there: what is
// missing from `files`, `exports` or the types shows here and not at a user's. Needs `npm run build` before.
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const workspaceModules = join(root, '../../node_modules')

const project = await mkdtemp(join(tmpdir(), 'svc-signing-'))
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  const installed = join(project, 'node_modules/@svc/signing')
  await mkdir(installed, { recursive: true })
  const pack = join(root, '../../tools/pack/src/main.ts')
  const tarball = execFileSync(process.execPath, [pack, project, root], { encoding: 'utf8' }).trim()
  run('tar', '-xzf', tarball, '-C', installed, '--strip-components=1')

  // Only the types are taken from the workspace; the package under test is the unpacked one.
  for (const name of ['@types', 'express', 'fastify']) {
    await symlink(join(workspaceModules, name), join(project, 'node_modules', name), 'junction')
  }
  for (const file of ['cjs.cjs', 'esm.mjs', 'types.mts'])
    await copyFile(join(here, file), join(project, file))
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    types: ['node'],
  }
  Object.assign(compilerOptions, { exactOptionalPropertyTypes: true, skipLibCheck: false })
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.mts'] }))

  run(process.execPath, 'cjs.cjs')
  run(process.execPath, 'esm.mjs')
  run(process.execPath, join(workspaceModules, 'typescript/bin/tsc'), '-p', '.')
  console.log('types ok')
} finally {
  await rm(project, { recursive: true, force: true })
}
