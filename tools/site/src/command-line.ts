import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** One command and its help, as a person reads it. */
export interface CommandHelp {
  /** Its words: `['faults', 'add']`; none for the program itself. */
  words: readonly string[]
  text: string
}

/** The names in the section "Commands" of a help, but for `help` itself. */
export function subcommands(help: string): string[] {
  const [, section = ''] = /^Commands:\n([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(help) ?? []
  return [...section.matchAll(/^ {2}([a-z][\w-]*)(?: |$)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
}

/** The help of a command and of all below it. */
export async function commandHelp(
  program: readonly string[],
  words: readonly string[] = [],
): Promise<CommandHelp[]> {
  const [file = '', ...args] = program
  const { stdout } = await run(file, [...args, ...words, '--help'], {
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  })
  const below: CommandHelp[] = []
  for (const name of subcommands(stdout)) below.push(...(await commandHelp(program, [...words, name])))
  return [{ words, text: stdout.trim() }, ...below]
}

/** The page of the command line. */
export function commandLinePage(commands: readonly CommandHelp[]): string {
  const parts = commands.map(({ words, text }) => {
    const name = ['svc-sandbox', ...words].join(' ')
    return `## ${words.length === 0 ? 'svc-sandbox' : words.join(' ')}\n\n\`\`\`text\n$ ${name} --help\n${text}\n\`\`\`\n`
  })
  return `# The command line\n\nEvery command of \`svc-sandbox\`, with the help that it prints.\n\n${parts.join('\n')}`
}

/** The page of the environment variables: those that the helps name. */
export function environmentPage(commands: readonly CommandHelp[]): string {
  const variables = new Map<string, { flag: string; what: string; commands: Set<string> }>()
  for (const { words, text } of commands) {
    // One line for each option: its description may go on over several.
    for (const [, flag = '', rest = ''] of text.matchAll(
      /^ {2}((?:-\w, )?--[\w-]+)([\s\S]*?)(?=\n {2}\S|\n\n|$(?![\s\S]))/gm,
    )) {
      const described = rest
        .replace(/^ <[^>]+>| \[[^\]]+\]/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      const [, name] = /env: (\w+)/.exec(described) ?? []
      if (name === undefined) continue
      const known = variables.get(name) ?? {
        flag,
        what: described.replace(/, env: \w+(?=\))/, '').replace(/ ?\(env: \w+\)/, ''),
        commands: new Set(),
      }
      known.commands.add(words.length === 0 ? 'serve' : words.join(' '))
      variables.set(name, known)
    }
  }
  const rows = [...variables]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { flag, what, commands: of }]) =>
        `| \`${name}\` | \`${flag}\` | ${what.replaceAll('|', '\\|')} | ${of.size > 4 ? `${of.size} commands` : [...of].join(', ')} |`,
    )
  return [
    '# Environment variables',
    '',
    'Each is the same as a flag of `svc-sandbox`, and the flag wins.',
    '',
    '| variable | flag | what it says | of |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Without a flag, because flags can be seen by other users of the machine:',
    '`SVC_SECRET_KEY` ([secret key](/operations#secret-key)).',
    '',
  ].join('\n')
}
