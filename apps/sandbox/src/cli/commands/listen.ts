import type { SandboxControl } from '@svc/control'
import { eventTypes } from '@svc/models'
import type { Command } from 'commander'
import { requireSandbox } from '../find-sandbox.ts'
import { deliveryLine, followDeliveries } from '../follow-deliveries.ts'
import { type ConnectionFlags, connectionFlags, propertyFlag } from '../flags.ts'
import { note, print, style } from '../output.ts'

type Flags = ConnectionFlags & { forwardTo: string; events: string }

export function listenCommand(program: Command): void {
  connectionFlags(program.command('listen'))
    .description('have the events of a running sandbox delivered to an address as they happen, until Ctrl+C')
    .requiredOption('--forward-to <url>', 'where to; http:// for an address of this machine')
    .option('--events <names>', 'only these, with commas in between', eventTypes.join(','))
    .addOption(propertyFlag())
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      await listen(control, { url: flags.forwardTo, events: flags.events.split(','), signal: stop.signal })
    })
}

/** Registers an endpoint, shows its deliveries, and removes it at the end: the sandbox itself signs, sends and retries. */
export async function listen(
  control: SandboxControl,
  { url, events, signal }: { url: string; events: string[]; signal: AbortSignal },
): Promise<void> {
  const endpoint = await control.webhooks.create({ url, events: events as (typeof eventTypes)[number][] })
  const follow = { signal, fromStart: true }
  try {
    print(`Forwarding to ${url}. Its signing secret: ${style('bold', endpoint.secret)}`)
    for await (const delivery of followDeliveries(control, { endpoint_id: endpoint.id }, follow)) {
      print(deliveryLine(delivery))
    }
  } finally {
    await control.webhooks.delete(endpoint.id)
    note('The endpoint is removed again.')
  }
}
