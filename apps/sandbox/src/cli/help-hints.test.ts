import { describe, expect, it } from 'vitest'
import { familiarWord } from './familiar-words.ts'
import { refuseUnknownCommands } from './help-hints.ts'
import { buildProgram } from './program.ts'

const refused = (line: string) => () => {
  const words = line.split(' ')
  refuseUnknownCommands(buildProgram(words), words)
}

it('what is called otherwise elsewhere leads to commands that there are', () => {
  const names = buildProgram().commands.map((command) => command.name())
  const sentences = [
    'start',
    'run',
    'log',
    'ui',
    'whoami',
    'token',
    'webhook',
    'event',
    'tunnel',
    'retry',
  ].map(familiarWord)
  const named = sentences.flatMap((text) =>
    [...(text ?? '').matchAll(/npx @svc\/sandbox ([\w-]+)/g)].map(([, name]) => name),
  )
  expect(named.length).toBeGreaterThan(sentences.length)
  expect(names).toEqual(expect.arrayContaining(named))
})

describe('refuseUnknownCommands', () => {
  it.each([
    ['delivereis', "unknown command 'delivereis'. Did you mean deliveries?\n(npx @svc/sandbox --help lists"],
    [
      'clock advnace 2h',
      "unknown command 'clock advnace'. Did you mean advance?\n(npx @svc/sandbox clock --help",
    ],
    ['logs', 'requests --follow'],
    ['tail', 'requests --follow'],
    ['stop', 'Ctrl+C'],
    ['constructor', 'There are serve, exec,'],
    ['payments lsit', "unknown command 'payments lsit'. Did you mean list?"],
    ['faults zzz', "unknown command 'faults zzz'. There are list, add, clear."],
    ['help payments lst', "unknown command 'payments lst'. Did you mean list?"],
    ['help nosuch', "unknown command 'nosuch'. There are serve, exec,"],
    [`x${'y'.repeat(100_000)}`, `unknown command 'x${'y'.repeat(39)}…'. There are`],
  ])('%.20s', (line, message) => {
    expect(refused(line)).toThrow(message)
  })

  it.each([
    'clock',
    'clock --json',
    'clock advance 2h 36m',
    'payments help create',
    'help payments create',
    'exec nosuch',
    'export bookings',
    '--help',
  ])('%s is none of its business', (line) => {
    expect(refused(line)).not.toThrow()
  })
})

it('says what an argument may be that is missing', () => {
  let said = ''
  const program = buildProgram(['trigger'])
  const trigger = program.commands.find((command) => command.name() === 'trigger')
  trigger?.exitOverride().configureOutput({ writeErr: (text) => void (said += text) })
  expect(() => program.parse(['trigger'], { from: 'user' })).toThrow('event')
  expect(said).toContain("missing required argument 'event'. There are booking.created, booking.updated,")
})

it('after an error, a command points to its own help', () => {
  let said = ''
  const program = buildProgram(['faults', 'add'])
  const faults = program.commands.find((command) => command.name() === 'faults')
  const add = faults?.commands.find((command) => command.name() === 'add')
  add?.exitOverride().configureOutput({ writeErr: (text) => void (said += text) })
  expect(() => program.parse(['faults', 'add', '--when', 'never'], { from: 'user' })).toThrow('never')
  expect(said).toContain('(npx @svc/sandbox faults add --help has more)')
})
