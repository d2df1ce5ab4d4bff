import { emptyProgram } from './empty-program.ts'
import { dropEmptyVariables } from './flags.ts'
import { refuseUnknownCommands } from './help-hints.ts'
import { buildProgram, complete } from './program.ts'
import { reportFailure } from './report-failure.ts'

/** Runs a command line that does not serve. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    if (args[0] === 'complete' && args[1] === '--') return await complete(args.slice(2))
    const isVersion = /^(-v|-V|--version)$/.test(args[0] ?? '')
    const program = isVersion ? emptyProgram() : buildProgram(args)
    refuseUnknownCommands(program, args)
    dropEmptyVariables(program, process.env)
    // Both spellings are common elsewhere.
    await program.parseAsync(isVersion ? ['--version'] : [...args], { from: 'user' })
  } catch (error) {
    process.exitCode = await reportFailure(error)
  }
}
