import type { Command } from 'commander'
import { serveCommand } from './commands/serve.ts'
import { emptyProgram } from './empty-program.ts'
import { addExamples } from './examples.ts'
import { dropNegativeVariables } from './flags.ts'

/** Runs one command line. Without a command it serves. */
export async function runProgram(args: readonly string[]): Promise<void> {
  if (args[0] === 'complete' && args[1] === '--') {
    const { complete } = await import('./program.ts')
    return complete(args.slice(2))
  }
  const program = await programFor(args)
  dropNegativeVariables(program, process.env)
  const named = args[0] === 'serve' || !serves(args)
  await program.parseAsync(named ? [...args] : ['serve', ...args], { from: 'user' })
}

/** As much of the command line as is asked for: a server starts without the files of all other commands. */
async function programFor(args: readonly string[]): Promise<Command> {
  const program = emptyProgram()
  if (/^(-V|--version)$/.test(args[0] ?? '')) return program
  if (!serves(args)) return (await import('./program.ts')).buildProgram(args)
  serveCommand(program)
  addExamples(program)
  return program
}

/** Whether a command line starts the server: it names `serve`, or no command. */
export function serves([first]: readonly string[]): boolean {
  if (first === undefined || first === 'serve') return true
  return first.startsWith('-') && !/^(-h|--help|-V|--version)$/.test(first)
}
