/** What the error of Node's permission model says about itself. */
interface AccessDenied {
  permission?: string
  resource?: string
}

const flags: Record<string, [what: string, flag: string]> = {
  FileSystemRead: ['read', '--allow-fs-read'],
  FileSystemWrite: ['write', '--allow-fs-write'],
  Net: ['use the network', '--allow-net'],
  ChildProcess: ['start other programs', '--allow-child-process'],
  WorkerThreads: ['start threads', '--allow-worker'],
  Addon: ['load addons', '--allow-addons'],
}

/** All that `serve` needs of a Node that runs with `--permission`. */
const needed =
  "The sandbox reads its own files, reads and writes its database's folder, and uses the network: " +
  '--allow-fs-read=* --allow-fs-write=<folder of the database> --allow-net'

/** In words, what `node --permission` does not allow; undefined for any other error. */
export function permissionProblem(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ((at as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') continue
    const { permission = '', resource = '' } = at as AccessDenied
    return problem(permission, resource)
  }
  return undefined
}

function problem(permission: string, resource = ''): string {
  const [what, flag] = flags[permission] ?? ['do this', 'another permission']
  const where = resource === '' ? '' : ` ${resource}`
  return `Node.js runs with --permission, and may not ${what}${where}: ${flag} is missing or too narrow. ${needed}.`
}

export const networkProblem = problem('Net')

/** Whether this Node was started without the permission to listen and to connect. Older versions do not restrict it. */
export function networkDenied(): boolean {
  // Not there without --permission, whatever its type says.
  const { permission } = process as { permission?: { has(scope: string): boolean } }
  if (!permission || !process.allowedNodeEnvironmentFlags.has('--allow-net')) return false
  return !permission.has('net')
}
