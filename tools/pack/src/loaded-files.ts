import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files that an import of a package loads, those of dependencies included. */
export const filesOfImport =
  (entry: string) =>
  (root: string): Promise<number> => {
    const code = `await import(${JSON.stringify(entry)})`
    return filesOf(['--input-type=module', '--eval', code], join(root, 'tools/docs'))
  }

/** Files that are loaded until a server is ready, on a fresh database with the hostel. */
export async function filesOfStart(root: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  try {
    const flags = ['serve', '--json', '--port', '0', '--seed', 'hostel', '--database', join(folder, 'a.db')]
    // The first line that a server prints says that it is ready.
    return await filesOf([
      ...imported('process.stdout.write = () => process.exit()'),
      join(root, 'apps/sandbox/dist/cli.js'),
      ...flags,
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param args of Node */
async function filesOf(args: readonly string[], cwd?: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...imported(counting), ...args], { cwd })
  if (!/^\d+$/.test(stdout)) throw new Error(`no number of files: ${stdout}`)
  return Number(stdout)
}

const imported = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`]

const counting = `
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
let loaded = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded += 1
    return next(url, context)
  },
})
process.on('exit', () => writeSync(1, String(loaded)))
`
