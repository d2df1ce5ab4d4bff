import type { LoggedRequest, RequestQuery } from '@svc/control'
import { type Command, Option } from 'commander'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, wholeNumber } from '../flags.ts'
import { note, print, style, visible } from '../output.ts'

type Flags = ConnectionFlags & {
  follow?: true
  limit: number
  method?: string
  path?: string
  status?: number
  json?: true
}

export function requestsCommand(program: Command): void {
  connectionFlags(program.command('requests'))
    .description('show the request log of the client API, oldest first')
    .option('-f, --follow', 'go on with requests as they come, until Ctrl+C')
    .addOption(new Option('--limit <number>', 'how many').default(20).argParser(wholeNumber(1, 1_000)))
    .option('--method <method>', 'only this method')
    .option('--path <pattern>', 'only this path; * is one segment, ** any number')
    .addOption(new Option('--status <code>', 'only this status').argParser(wholeNumber(100, 599)))
    .addOption(jsonFlag())
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      const { method, path, status } = flags
      const filter: RequestQuery = { method, path, status }
      const show = (entry: LoggedRequest) => print(flags.json ? JSON.stringify(entry) : line(entry))
      const seen = new Set<string>()
      // Listen first, then list: a request in between is in both, and is shown once.
      const live = flags.follow ? control.requests.follow(filter) : undefined
      const first = live?.next()
      // Where nothing answers the list fails too, and that is what is said.
      first?.catch(() => {})
      const logged = await control.requests.list({ ...filter, limit: flags.limit })
      if (logged.length === 0 && !flags.json) note('No requests yet.')
      for (const entry of logged.toReversed()) {
        seen.add(entry.id)
        show(entry)
      }
      if (!live || !first) return
      for (let step = await first; !step.done; step = await live.next()) {
        if (!seen.has(step.value.id)) show(step.value)
      }
      note('The sandbox has stopped.')
    })
}

function line(entry: LoggedRequest): string {
  const colour = entry.status >= 500 ? 'red' : entry.status >= 400 ? 'yellow' : 'green'
  const marks = [
    ...(entry.replayed ? ['replayed'] : []),
    ...(entry.fault_id === null ? [] : [`fault ${entry.fault_id}`]),
    ...(entry.idempotency_key === null ? [] : [`key ${entry.idempotency_key}`]),
  ]
  return [
    style('dim', entry.at),
    style(colour, String(entry.status)),
    entry.method.padEnd(6),
    visible(entry.path),
    style('dim', [`${entry.ms} ms`, ...marks].join('  ')),
  ].join('  ')
}
