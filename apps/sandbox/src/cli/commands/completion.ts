import { Argument, type Command } from 'commander'
import { bashCompletion } from '../bash-completion.ts'
import { listChoices } from '../list-choices.ts'
import { withoutEval } from '../without-eval.ts'
import { zshCompletion } from '../zsh-completion.ts'

const programName = 'svc-sandbox'
const shells = ['bash', 'zsh', 'fish', 'powershell']
const ownScripts: Readonly<Record<string, string>> = { bash: bashCompletion, zsh: zshCompletion }

/** A script for a shell. The script asks `svc-sandbox complete -- WORDS` at each press of the tabulator key. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags and their values in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action(async (shell: string) => {
      const own = ownScripts[shell]
      if (own !== undefined) {
        process.stdout.write(own)
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
  const typed = (words.at(-1) ?? '').replace(/^--[^=]*=/, '')
  for (const [path, command] of withPaths(program)) {
    for (const option of command.options) {
      const choices = listChoices(option)
      const completed = table.commands.get(path)?.options.get(option.long?.slice(2) ?? '')
      if (!choices || !completed) continue
      completed.handler = (add) => oneMore(typed, choices).forEach((list) => add(list, ''))
    }
  }
  table.parse(words)
}

/** Every command with its words, as the library keeps them: `faults add`. */
function withPaths(command: Command, words: readonly string[] = []): [path: string, command: Command][] {
  return command.commands.flatMap((child) => {
    const path = [...words, child.name()]
    return [[path.join(' '), child] as [string, Command], ...withPaths(child, path)]
  })
}

/** A list with commas in between, as far as it is typed, with each name that it may go on with. */
function oneMore(typed: string, choices: readonly string[]): string[] {
  const before = typed.split(',').slice(0, -1)
  return choices.filter((name) => !before.includes(name)).map((name) => [...before, name].join(','))
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
