import { Argument, type Command } from 'commander'
import { bashCompletion } from '../bash-completion.ts'
import { withoutEval } from '../without-eval.ts'

const programName = 'svc-sandbox'
const shells = ['bash', 'zsh', 'fish', 'powershell']

/** A script for a shell. The script asks `svc-sandbox complete -- WORDS` at each press of the tabulator key. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags and their values in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action(async (shell: string) => {
      if (shell === 'bash') {
        process.stdout.write(bashCompletion)
        return
      }
      const { script } = await import('@bomb.sh/tab')
      process.stdout.write(withoutEval(captured(() => script(shell, programName, programName))))
    })
}

/** Prints what may come next, as the scripts read it: words, what they mean, and whether files are meant. */
export async function printCompletions(program: Command, words: string[]): Promise<void> {
  const [{ default: tab }, { ShellCompDirective: directives }] = await Promise.all([
    import('@bomb.sh/tab/commander'),
    import('@bomb.sh/tab'),
  ])
  const table = tab(program, { completionCommandName: 'completion-of-tab' })
  table.commands.delete('completion-of-tab')
  // The library never lets a shell offer files. Where no word is known, the shell is to offer its own.
  Object.defineProperty(table, 'directive', {
    get: () =>
      table.completions.length === 0
        ? directives.ShellCompDirectiveDefault
        : directives.ShellCompDirectiveNoFileComp,
    set() {},
  })
  table.parse(words)
}

/** What a function prints. The library has no other way to give it. */
function captured(print: () => void): string {
  const { log } = console
  let text = ''
  console.log = (line: string) => void (text += `${line}\n`)
  try {
    print()
  } finally {
    console.log = log
  }
  return text
}
