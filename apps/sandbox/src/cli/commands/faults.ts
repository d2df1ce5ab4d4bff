import type { DeliveryFaultInput, Fault, FaultInput } from '@svc/control'
import { eventTypes } from '@svc/models'
import { type Command, Option } from 'commander'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, wholeNumber } from '../flags.ts'
import { print, printJson, table } from '../output.ts'
import { namingFlags } from '../refusal.ts'

type AddFlags = ConnectionFlags & {
  when: 'before' | 'after' | 'delivery'
  status?: number
  delay?: number
  reset?: true
  truncate?: true
  timeout?: true
  unreachable?: true
  method?: string
  path?: string
  endpoint?: string
  event?: string
  times?: number
  json?: true
}

export function faultsCommand(program: Command): void {
  const faults = program
    .command('faults')
    .description('list, add or clear faults of the API and of deliveries')

  connectionFlags(faults.command('list', { isDefault: true }))
    .description('list them')
    .addOption(jsonFlag())
    .action(async (flags: ConnectionFlags & { json?: true }) => {
      const { control } = await requireSandbox(flags)
      const list = await control.faults.list()
      if (flags.json) return printJson(list)
      if (list.length === 0) return print('No faults.')
      print(await table(['id', 'when', 'action', 'match', 'applied', 'left'], list.map(row)))
    })

  connectionFlags(faults.command('add'))
    .description('break requests or deliveries')
    .addOption(
      new Option('--when <when>', 'before the operation, after it has committed, or at deliveries')
        .choices(['before', 'after', 'delivery'])
        .default('before'),
    )
    .addOption(new Option('--status <code>', 'answer with this status').argParser(wholeNumber(200, 599)))
    .addOption(new Option('--delay <ms>', 'answer late').argParser(wholeNumber(0, 600_000)))
    .option('--reset', 'reset the connection')
    .option('--truncate', 'send half of the answer')
    .option('--timeout', 'no answer in time; needs --when delivery')
    .option('--unreachable', 'no connection; needs --when delivery')
    .option('--method <method>', 'only this method')
    .option('--path <pattern>', 'only this path; * is one segment, ** any number')
    .option('--endpoint <id>', 'at deliveries: only to this endpoint')
    .addOption(new Option('--event <name>', 'at deliveries: only of this event').choices(eventTypes))
    .addOption(
      new Option('--times <number>', 'how often; otherwise until cleared').argParser(
        wholeNumber(1, 1_000_000_000),
      ),
    )
    .addOption(jsonFlag())
    .action(async (flags: AddFlags) => {
      const input = faultOf(flags)
      const { control } = await requireSandbox(flags)
      const fault = await namingFlags(flagsOfFields, () => control.faults.add(input))
      if (flags.json) printJson(fault)
      else print(fault.id)
    })

  connectionFlags(faults.command('clear'))
    .description('remove one, or all')
    .argument('[id]', 'only this one')
    .action(async (id: string | undefined, flags: ConnectionFlags) => {
      const { control } = await requireSandbox(flags)
      await (id === undefined ? control.faults.clear() : control.faults.remove(id))
      print(id === undefined ? 'All faults cleared.' : 'Cleared.')
    })
}

/** Where the fields of a fault come from. */
const flagsOfFields = {
  when: '--when',
  times: '--times',
  'action.status': '--status',
  'action.ms': '--delay',
  'match.method': '--method',
  'match.path': '--path',
  'match.endpoint_id': '--endpoint',
  'match.event_type': '--event',
}

/** The fault that the flags describe; the sandbox refuses flags that do not fit together. */
function faultOf(flags: AddFlags): FaultInput | DeliveryFaultInput {
  const actions = [
    ...(flags.status === undefined ? [] : [{ type: 'status', status: flags.status }]),
    ...(flags.delay === undefined ? [] : [{ type: 'delay', ms: flags.delay }]),
    ...(['reset', 'truncate', 'timeout', 'unreachable'] as const).flatMap((type) =>
      flags[type] ? [{ type }] : [],
    ),
  ]
  const [action] = actions
  if (!action || actions.length > 1) {
    throw new CliError(
      'usage',
      'Give one of --status, --delay, --reset, --truncate, --timeout and --unreachable.',
    )
  }
  if (flags.when !== 'delivery' && (flags.timeout || flags.unreachable)) {
    throw new CliError(
      'usage',
      `--${flags.timeout ? 'timeout' : 'unreachable'} breaks deliveries: add --when delivery. ` +
        'For requests of the API there are --delay and --reset.',
    )
  }
  const match = {
    method: flags.method,
    path: flags.path,
    endpoint_id: flags.endpoint,
    event_type: flags.event,
  }
  const narrows = Object.values(match).some((value) => value !== undefined)
  return {
    when: flags.when,
    action,
    match: narrows ? match : undefined,
    times: flags.times,
  } as FaultInput | DeliveryFaultInput
}

function row(fault: Fault): string[] {
  const { type, ...rest } = fault.action
  const details = Object.values(rest).filter((value) => typeof value !== 'object')
  const match = Object.entries(fault.match ?? {}).map(([name, value]) => `${name}=${String(value)}`)
  return [
    fault.id,
    fault.when,
    [type, ...details].join(' '),
    match.join(' ') || 'any',
    String(fault.applied),
    fault.remaining === null ? 'until cleared' : String(fault.remaining),
  ]
}
