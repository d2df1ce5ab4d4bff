import type { Command } from 'commander'
import { withOrder } from './command-order.ts'
import { serveCommand } from './commands/serve.ts'
import { emptyProgram } from './empty-program.ts'
import { addExamples } from './examples.ts'
import { dropEmptyVariables } from './flags.ts'
import { reportFailure } from './report-failure.ts'

/** Runs a command line that serves: a server starts without the files of all other commands. */
export async function runServe(args: readonly string[]): Promise<void> {
  try {
    const program: Command = emptyProgram()
    const serve = serveCommand(program)
    serve.configureOutput({ outputError: (text, write) => write(withOrder(text, args)) })
    addExamples(program)
    dropEmptyVariables(program, process.env)
    await program.parseAsync(args[0] === 'serve' ? [...args] : ['serve', ...args], { from: 'user' })
  } catch (error) {
    process.exitCode = await reportFailure(error)
  }
}
