import { ControlError, type SandboxControl } from '@svc/control'
import { type EventType, eventTypes } from '@svc/models'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { deliveryLine, followDeliveries } from '../follow-deliveries.ts'
import { forwardAddress } from '../forward-address.ts'
import { type ConnectionFlags, connectionFlags, propertyFlag } from '../flags.ts'
import { withListChoices } from '../list-choices.ts'
import { note, print, style } from '../output.ts'
import { namingFlags } from '../refusal.ts'

type Flags = ConnectionFlags & { forwardTo: string; events: EventType[] }

export function listenCommand(program: Command): void {
  connectionFlags(program.command('listen'))
    .description('have the events of a running sandbox delivered to an address as they happen, until Ctrl+C')
    .addOption(
      new Option('--forward-to <url>', 'where to; on this machine the port will do: 3000/webhooks')
        .makeOptionMandatory()
        .argParser(readAddress),
    )
    .addOption(
      withListChoices(
        new Option('--events <names>', 'only these, with commas in between')
          .default([...eventTypes], eventTypes.join(','))
          .argParser(readEvents),
        eventTypes,
      ),
    )
    .addOption(propertyFlag())
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      const stop = new AbortController()
      // The last one comes when a terminal is closed.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
      const { forwardTo: url, events } = flags
      await namingFlags({ url: '--forward-to', events: '--events' }, () =>
        listen(control, { url, events, signal: stop.signal }),
      )
    })
}

function readAddress(text: string): string {
  const address = forwardAddress(text)
  if (address !== undefined) return address
  throw new InvalidArgumentError('Write it as 3000/webhooks or http://127.0.0.1:3000/webhooks.')
}

function readEvents(text: string): EventType[] {
  return text.split(',').map((name) => {
    const known = eventTypes.find((type) => type === name.trim())
    if (known) return known
    throw new InvalidArgumentError(`There are ${eventTypes.join(', ')}.`)
  })
}

/** Registers an endpoint, shows its deliveries, and removes it at the end: the sandbox itself signs, sends and retries. */
export async function listen(
  control: SandboxControl,
  { url, events, signal }: { url: string; events: EventType[]; signal: AbortSignal },
): Promise<void> {
  const others = await control.webhooks.list()
  const endpoint = await control.webhooks.create({ url, events })
  const follow = { signal, fromStart: true }
  try {
    print(`Forwarding to ${url}. Its signing secret: ${style('bold', endpoint.secret)}`)
    for (const other of others.filter((one) => one.url === url && one.is_active))
      note(
        `Another endpoint has this address, so events come twice: "npx @svc/sandbox endpoints delete ${other.id}" removes it.`,
      )
    note(`Ctrl+C ends it. An event to try it with: npx @svc/sandbox trigger ${events[0]}`)
    for await (const delivery of followDeliveries(control, { endpoint_id: endpoint.id }, follow)) {
      print(deliveryLine(delivery))
    }
  } finally {
    await remove(control, endpoint.id)
    note('The endpoint is removed again.')
  }
}

async function remove(control: SandboxControl, id: string): Promise<void> {
  try {
    await control.webhooks.delete(id)
  } catch (error) {
    if (!(error instanceof ControlError) || error.code !== 'unreachable') throw error
    throw new CliError(
      'no_sandbox',
      `The sandbox has stopped, and keeps the endpoint: when it runs again, "npx @svc/sandbox endpoints delete ${id}" removes it.`,
      { cause: error },
    )
  }
}
