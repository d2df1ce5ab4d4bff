import { execFileSync } from 'node:child_process'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { examples } from './examples.ts'
import { buildProgram } from './program.ts'

/** The words of a line, as a shell takes it apart. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

/** Every command that does something, by its words. The resources are made where the line names them. */
function leaves(command: Command, words: readonly string[] = []): string[] {
  return command.commands.flatMap((child) => {
    const path = [...words, child.name()]
    const whole = words.length === 0 ? commandOf(buildProgram(path), path) : child
    return whole.commands.length > 0 ? leaves(whole, path) : [path.join(' ')]
  })
}

function commandOf(program: Command, path: readonly string[]): Command {
  let command = program
  for (const word of path) {
    const found = command.commands.find((child) => child.name() === word)
    if (found) command = found
  }
  return command
}

/** Parses a line as it is typed, and says which command would have run. */
async function ran(line: string): Promise<string | undefined> {
  const words = wordsOf(line)
  const program = buildProgram(words)
  let name: string | undefined
  const silence = (command: Command, path: readonly string[]) => {
    command.exitOverride().configureOutput({ writeErr() {} })
    if (command.commands.length === 0) command.action(() => void (name = path.join(' ')))
    for (const child of command.commands) silence(child, [...path, child.name()])
  }
  silence(program, [])
  await program.parseAsync(words, { from: 'user' })
  return name
}

describe('the help', () => {
  const commands = leaves(buildProgram())

  it('has examples of every command, and of none that is not there', () => {
    expect(Object.keys(examples).toSorted()).toEqual(commands.toSorted())
  })

  it.each(Object.entries(examples).flatMap(([name, lines]) => lines.map((line) => [line, name] as const)))(
    'shows %s, which runs',
    async (line, name) => {
      expect(await ran(line)).toBe(name)
      const command = commandOf(buildProgram(name.split(' ')), name.split(' '))
      let help = ''
      command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
      expect(help).toContain(`  svc-sandbox ${line}\n`)
    },
  )

  it('of a command with commands of its own shows the first example of each', () => {
    let help = ''
    const faults = commandOf(buildProgram(['faults']), ['faults'])
    faults.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
    for (const line of ['faults list', 'faults add --status 503', 'faults clear']) {
      expect(help).toContain(`  svc-sandbox ${line}`)
    }
  })

  it('of all commands shows lines that run', async () => {
    let help = ''
    buildProgram()
      .configureOutput({ writeOut: (text) => void (help += text) })
      .outputHelp()
    const lines = [...help.matchAll(/^ {2}npx @svc\/sandbox (.+?)(?: {3,}.*)?$/gm)].map(
      ([, line = '']) => line,
    )
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(await ran(line.startsWith('--') ? `serve ${line}` : line)).toBeDefined()
  })
})
