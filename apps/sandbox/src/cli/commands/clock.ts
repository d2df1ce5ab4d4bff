import type { ClockState } from '@svc/control'
import type { Command } from 'commander'
import { clockLine } from '../clock-line.ts'
import { formatDuration, parseDuration } from '../duration.ts'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag } from '../flags.ts'
import { print, printJson } from '../output.ts'
import { namingFlags } from '../refusal.ts'

type Flags = ConnectionFlags & { json?: true }

export function clockCommand(program: Command): void {
  const clock = program.command('clock').description('show, advance or set the virtual clock')

  command(clock, 'show', { isDefault: true })
    .description('show mode and time')
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      show(await control.clock.get(), flags)
    })

  command(clock, 'advance <duration...>')
    .description('move time on (2h, "2h 36m"); waits until every delivery that fell due has settled')
    .action(async (words: string[], flags: Flags) => {
      const milliseconds = parseDuration(words.join(' '))
      const { control } = await requireSandbox(flags)
      const state = await control.clock.advance(milliseconds / 1000)
      if (flags.json) return printJson(state)
      const { attempts } = state
      print(
        `${formatDuration(milliseconds)} later: ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} made.`,
      )
      show(state, flags)
    })

  command(clock, 'set [time]')
    .description('set the time (2026-01-31T12:00:00Z; forward only), the mode, or both')
    .option('--mode <mode>', 'real: time runs; manual: it stands still until it is advanced')
    .action(async (time: string | undefined, flags: Flags & { mode?: string }) => {
      const { mode } = flags
      if (mode !== undefined && mode !== 'real' && mode !== 'manual') {
        throw new CliError('usage', `--mode is real or manual, not "${mode}".`)
      }
      if (time === undefined && mode === undefined)
        throw new CliError('usage', 'Give a time, --mode, or both.')
      if (time !== undefined && Number.isNaN(Date.parse(time))) {
        throw new CliError('usage', `"${time}" is no time. Write it as 2026-01-31T12:00:00Z.`)
      }
      const { control } = await requireSandbox(flags)
      const now = time === undefined ? undefined : new Date(time)
      const state = await namingFlags({ now: 'The time' }, () => control.clock.set({ mode, now }))
      show(state, flags)
    })
}

function command(parent: Command, name: string, options: { isDefault?: boolean } = {}): Command {
  return connectionFlags(parent.command(name, options)).addOption(jsonFlag())
}

function show(state: ClockState, flags: Flags): void {
  if (flags.json) return printJson(state)
  print(clockLine(state))
}
