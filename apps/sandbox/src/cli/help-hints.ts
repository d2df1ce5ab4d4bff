import { nearestName } from '@svc/models'
import type { Command } from 'commander'
import { CliError } from './errors.ts'
import { familiarWord } from './familiar-words.ts'

/** After an error, each command points to its own help. */
export function pointToHelp(command: Command, words: readonly string[] = []): void {
  for (const child of command.commands) {
    const path = [...words, child.name()]
    pointToHelp(child, path)
    child.showHelpAfterError(hint(path))
    child.configureOutput({ outputError: (text, write) => write(withChoices(text, child)) })
  }
}

/** Says what an argument may be where it is missing: of a wrong one Commander does. */
function withChoices(error: string, command: Command): string {
  const missing = command.registeredArguments.find((argument) =>
    error.includes(`missing required argument '${argument.name()}'`),
  )
  if (!missing?.argChoices) return error
  return error.replace(/\n$/, `. There are ${missing.argChoices.join(', ')}.\n`)
}

const hint = (path: readonly string[]): string =>
  path.length === 0
    ? '(npx @svc/sandbox --help lists commands and flags)'
    : `(npx @svc/sandbox ${path.join(' ')} --help has more)`

/**
 * Refuses a word that is no command where one belongs. Commander takes it for an argument of the command that runs when
 * none is named (`list`, `show`), and then speaks of that one.
 *
 * @throws CliError `usage` with the nearest command, or all of them
 */
export function refuseUnknownCommands(program: Command, args: readonly string[]): void {
  let command = program
  const path: string[] = []
  for (const word of args[0] === 'help' ? args.slice(1) : args) {
    const names = command.commands.map((child) => child.name())
    if (names.length === 0 || word.startsWith('-') || word === 'help') return
    const next = command.commands.find((child) => child.name() === word)
    if (!next) {
      const meant = nearestName(word, names)
      const elsewhere = path.length === 0 ? familiarWord(word) : undefined
      const near = meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`
      const cure = elsewhere ?? near
      const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word
      throw new CliError('usage', `unknown command '${[...path, shown].join(' ')}'. ${cure}\n${hint(path)}`)
    }
    command = next
    path.push(word)
  }
}
