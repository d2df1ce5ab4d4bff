import type { ControlDelivery, DeliveryQuery, ResendResult } from '@svc/control'
import { eventTypes } from '@svc/models'
import { type Command, Option } from 'commander'
import { parseDuration } from '../duration.ts'
import { CliError } from '../errors.ts'
import { type FoundSandbox, requireSandbox } from '../find-sandbox.ts'
import { deliveryLine, followDeliveries } from '../follow-deliveries.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, propertyFlag, wholeNumber } from '../flags.ts'
import { note, print, printJson, style, table, visible } from '../output.ts'
import { namingFlags } from '../refusal.ts'

type ListFlags = ConnectionFlags & {
  status?: DeliveryQuery['status']
  event?: string
  endpoint?: string
  page: number
  limit: number
  json?: true
  follow?: true
}

export function deliveriesCommand(program: Command): void {
  connectionFlags(program.command('deliveries'))
    .description('list the webhook deliveries, newest first')
    .addOption(
      new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed', 'dead']),
    )
    .addOption(new Option('--event <name>', 'only of this event').choices(eventTypes))
    .option('--endpoint <id>', 'only to this endpoint')
    .addOption(new Option('--page <number>', 'page').default(1).argParser(wholeNumber(1, 10_000_000)))
    .addOption(new Option('--limit <number>', 'deliveries a page').default(20).argParser(wholeNumber(1, 100)))
    .option('-f, --follow', 'show each as it changes from now on, until Ctrl+C')
    .addOption(propertyFlag())
    .addOption(jsonFlag())
    .action(async (flags: ListFlags) => {
      const { control } = await requireSandbox(flags)
      if (flags.follow) {
        const { status, event, endpoint } = flags
        const filter = { status, event_type: event, endpoint_id: endpoint }
        for await (const delivery of followDeliveries(control, filter)) {
          print(flags.json ? JSON.stringify(delivery) : deliveryLine(delivery))
        }
        return note('The sandbox has stopped.')
      }
      const { page: number, limit, status, event, endpoint } = flags
      const query = { page: number, limit, status, event_type: event, endpoint_id: endpoint }
      const page = await namingFlags({ endpoint_id: '--endpoint' }, () => control.deliveries.list(query))
      if (flags.json) return printJson(page)
      if (page.total_count === 0) return print('No deliveries.')
      const head = ['id', 'event', 'status', 'attempts', 'answer', 'next attempt', 'endpoint']
      print(await table(head, page.results.map(row)))
      print(style('dim', `page ${page.current_page} of ${page.total_pages}, ${page.total_count} in all`))
    })
}

function row(delivery: ControlDelivery): string[] {
  const last = delivery.attempt_log.at(-1)
  return [
    delivery.id,
    delivery.event_type,
    delivery.held ? `${delivery.status} (held)` : delivery.status,
    String(delivery.attempts),
    String(delivery.response_status ?? last?.error ?? '–'),
    delivery.next_attempt_at ?? '–',
    visible(delivery.endpoint_url),
  ]
}

type ResendFlags = ConnectionFlags & { failed?: true; since?: string; json?: true }

export function resendCommand(program: Command): void {
  connectionFlags(program.command('resend'))
    .description('send a delivery once more, outside its ladder of retries')
    .argument('[id]', 'the delivery')
    .option('--failed', 'all that have failed or are dead')
    .option('--since <time>', 'with --failed: only of events from then on; a time, or how long ago (2h)')
    .addOption(propertyFlag())
    .addOption(jsonFlag())
    .action(async (id: string | undefined, flags: ResendFlags) => {
      if ((id === undefined) === (flags.failed === undefined)) {
        throw new CliError('usage', 'Give the id of a delivery, or --failed for all of them.')
      }
      const { control } = await requireSandbox(flags)
      if (id === undefined) return resendFailed(control, flags)
      const attempt = await control.deliveries.resend(id)
      if (flags.json) printJson(attempt)
      else
        print(
          `Attempt ${attempt.number}: ${attempt.outcome} (${attempt.response_status ?? attempt.error}, ${attempt.duration_ms} ms)`,
        )
      if (attempt.outcome !== 'delivered') process.exitCode = 1
    })
}

async function resendFailed(control: FoundSandbox['control'], flags: ResendFlags): Promise<void> {
  const since = flags.since === undefined ? undefined : await sinceTime(control, flags.since)
  const sum: ResendResult = { resent: 0, delivered: 0, failed: 0 }
  for (const status of ['failed', 'dead'] as const) {
    const result = await control.deliveries.resendAll({ status, since })
    for (const key of ['resent', 'delivered', 'failed'] as const) sum[key] += result[key]
  }
  if (flags.json) printJson(sum)
  else print(`${sum.resent} resent: ${sum.delivered} delivered, ${sum.failed} failed again.`)
  if (sum.failed > 0) process.exitCode = 1
}

/** A time, or a duration before the virtual now. */
async function sinceTime(control: FoundSandbox['control'], text: string): Promise<string> {
  if (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString()
  const milliseconds = parseDuration(text, ' A moment is written as 2026-01-31T12:00:00Z.')
  const { now } = await control.clock.get()
  return new Date(Date.parse(now) - milliseconds).toISOString()
}
