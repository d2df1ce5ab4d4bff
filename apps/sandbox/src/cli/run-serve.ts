import type { Command } from 'commander'
import { serveCommand } from './commands/serve.ts'
import { emptyProgram } from './empty-program.ts'
import { addExamples } from './examples.ts'
import { dropEmptyVariables } from './flags.ts'
import { reportFailure } from './report-failure.ts'

/** Runs a command line that serves: a server starts without the files of all other commands. */
export async function runServe(args: readonly string[]): Promise<void> {
  try {
    const program: Command = emptyProgram()
    serveCommand(program)
    addExamples(program)
    dropEmptyVariables(program, process.env)
    await program.parseAsync(args[0] === 'serve' ? [...args] : ['serve', ...args], { from: 'user' })
  } catch (error) {
    process.exitCode = await reportFailure(error)
  }
}
