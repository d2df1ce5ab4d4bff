import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type Command, Option } from 'commander'
import { CliError } from '../errors.ts'

type Flags = {
  seed: 'hostel' | 'empty'
  clock: 'real' | 'manual'
  rateLimit: string
}

/**
 * Runs a command against a sandbox of its own: tests in any language need no set-up and no clean-up. Only the output of
 * the command is printed, and its exit code is the exit code.
 */
export function execCommand(program: Command): void {
  program
    .command('exec')
    .description(
      'run a command against a fresh sandbox in memory: SVC_URL, SVC_API_KEY, SVC_PROPERTY_ID and SVC_ADMIN_TOKEN are in its environment',
    )
    .usage('[flags] -- <command> [arguments]')
    .argument('<command...>', 'the command, after --')
    .addOption(
      new Option('--seed <kind>', 'what is in the sandbox').choices(['hostel', 'empty']).default('empty'),
    )
    .addOption(new Option('--clock <mode>', 'its clock').choices(['real', 'manual']).default('real'))
    .addOption(new Option('--rate-limit <number|off>', 'requests a minute and IP').default('120'))
    .passThroughOptions()
    .action((words: string[], flags: Flags) => exec(words, flags))
}

async function exec(words: readonly string[], flags: Flags): Promise<void> {
  const { startSandbox } = await import('../../start/start-sandbox.ts')
  const rateLimit = flags.rateLimit === 'off' ? 'off' : Number(flags.rateLimit)
  if (rateLimit !== 'off' && !(Number.isInteger(rateLimit) && rateLimit > 0)) {
    throw new CliError('usage', `--rate-limit is a number of requests or off, not "${flags.rateLimit}".`)
  }
  const sandbox = await startSandbox({ seed: flags.seed, clock: flags.clock, rateLimit })
  try {
    process.exitCode = await run(words, {
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.apiKey,
      SVC_PROPERTY_ID: sandbox.propertyId,
      SVC_ADMIN_TOKEN: sandbox.adminToken,
    })
  } finally {
    await sandbox.close()
  }
}

function run(words: readonly string[], env: Record<string, string>): Promise<number> {
  const [command = '', ...args] = words
  return new Promise((resolve, reject) => {
    // Before there is a command: it may say that it is up, and be asked to stop, before the next line here runs.
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.on(signal, passOn)
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      // On Windows npm, npx and similar commands are scripts, which only a shell can start.
      shell: process.platform === 'win32',
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such command' : error.message
      // As shells do: 127 when there is none, 126 when it cannot be started.
      const exitCode = error.code === 'ENOENT' ? 127 : 126
      reject(new CliError('usage', `${command} cannot be started: ${why}.`, { cause: error, exitCode }))
    })
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      // As shells do: 128 plus the number of the signal that ended it.
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1))
    })
  })
}
