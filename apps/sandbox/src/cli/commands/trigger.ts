import { type EventType, eventTypes } from '@svc/models'
import { type Command, Argument } from 'commander'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, propertyFlag } from '../flags.ts'
import { print, printJson } from '../output.ts'

export function triggerCommand(program: Command): void {
  connectionFlags(program.command('trigger'))
    .description(
      'send a sample event to the subscribed webhook endpoints; leaves no booking or payment behind',
    )
    .addArgument(new Argument('<event>', 'name of the event').choices(eventTypes))
    .option('--data <json>', 'fields of its data; the rest is filled in')
    .addOption(propertyFlag())
    .addOption(jsonFlag())
    .action(async (type: EventType, flags: ConnectionFlags & { data?: string; json?: true }) => {
      const data = flags.data === undefined ? undefined : readData(flags.data)
      const { control } = await requireSandbox(flags)
      const event = await control.events.trigger(type, data)
      if (flags.json) return printJson(event)
      const { length } = event.delivery_ids
      print(`${type} fired (event ${event.id}).`)
      print(
        length === 0
          ? `No endpoint is subscribed to ${type}, so nothing was sent.`
          : `Deliveries: ${event.delivery_ids.join(', ')}`,
      )
    })
}

function readData(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Reported below: a text that is not JSON and JSON that is no object are the same mistake.
  }
  throw new CliError('usage', `--data must be a JSON object, such as '{"amount":"120.50"}'.`)
}
