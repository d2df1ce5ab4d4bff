import {
  type ControlOperation,
  type ControlOperationId,
  controlOperations,
  type SandboxControl,
} from '@svc/control'
import type { Command } from 'commander'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, propertyFlag } from '../flags.ts'
import { print, printJson } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { namingFlags } from '../refusal.ts'
import { flagNames, givenFields, itemNames, schemaFlags } from '../schema-flags.ts'

/** What a command of a resource does: an operation of the control API, and the call that makes it. */
interface Verb {
  operation: ControlOperationId
  /** Ids and other words come as arguments, fields as flags. */
  run: (control: SandboxControl, given: { words: string[]; fields: never }) => Promise<unknown>
  /** Words in place of the ids of the path. */
  argument?: string
  /** What is said when there is no answer. */
  done?: string
}

interface Resource {
  description: string
  verbs: Record<string, Verb>
}

const first = ([word = '']: readonly string[]): string => word

/** Commands whose arguments and flags are those of the operation table (`@svc/control`). */
const resources: Record<string, Resource> = {
  bookings: {
    description: 'list, show, make, change or cancel bookings',
    verbs: {
      list: { operation: 'listBookings', run: (control, { fields }) => control.bookings.list(fields) },
      get: { operation: 'getBooking', run: (control, { words }) => control.bookings.get(first(words)) },
      create: { operation: 'createBooking', run: (control, { fields }) => control.bookings.create(fields) },
      update: {
        operation: 'updateBooking',
        run: (control, { words, fields }) => control.bookings.update(first(words), fields ?? {}),
      },
      cancel: {
        operation: 'cancelBooking',
        run: (control, { words }) => control.bookings.cancel(first(words)),
        done: 'Cancelled.',
      },
    },
  },
  payments: {
    description: 'list, show, record, change or delete payments',
    verbs: {
      list: { operation: 'listPayments', run: (control, { fields }) => control.payments.list(fields) },
      get: { operation: 'getPayment', run: (control, { words }) => control.payments.get(first(words)) },
      create: {
        operation: 'createPayment',
        run: (control, { fields }) => control.payments.create(fields ?? ({} as never)),
      },
      update: {
        operation: 'updatePayment',
        run: (control, { words, fields }) => control.payments.update(first(words), fields ?? {}),
      },
      delete: {
        operation: 'deletePayment',
        run: (control, { words }) => control.payments.delete(first(words)),
        done: 'Deleted: it is kept for audit and hidden from partners.',
      },
    },
  },
  endpoints: {
    description: 'list, register, change or remove webhook endpoints, and renew their secrets',
    verbs: {
      list: { operation: 'listWebhooks', run: (control) => control.webhooks.list() },
      create: {
        operation: 'createWebhook',
        run: (control, { fields }) => control.webhooks.create(fields ?? ({} as never)),
      },
      update: {
        operation: 'updateWebhook',
        run: (control, { words, fields }) => control.webhooks.update(first(words), fields ?? {}),
      },
      delete: {
        operation: 'deleteWebhook',
        run: (control, { words }) => control.webhooks.delete(first(words)),
        done: 'Removed, with its deliveries.',
      },
      rotate: {
        operation: 'rotateWebhookSecret',
        run: (control, { words, fields }) => control.webhooks.rotateSecret(first(words), fields),
      },
    },
  },
  keys: {
    description: 'list, make or delete API keys',
    verbs: {
      list: { operation: 'listApiKeys', run: (control) => control.apiKeys.list() },
      create: { operation: 'createApiKey', run: (control, { fields }) => control.apiKeys.create(fields) },
      delete: {
        operation: 'deleteApiKey',
        run: (control, { words }) => control.apiKeys.delete(first(words)),
        done: 'Deleted.',
      },
    },
  },
  origins: {
    description: 'list or set the origins from which browsers may call',
    verbs: {
      list: { operation: 'getAllowedOrigins', run: (control) => control.origins.get() },
      set: {
        operation: 'setAllowedOrigins',
        argument: '[origins...]',
        run: (control, { words }) => control.origins.set(words),
      },
    },
  },
}

/** Names of the commands that {@link resourceCommands} adds. */
export const resourceNames: readonly string[] = Object.keys(resources)

/**
 * Adds a command for each resource. Its own commands, whose flags are read from schemas, are made when the command line
 * names it: they would cost every start of a server its time.
 */
export function resourceCommands(program: Command, args: readonly string[]): void {
  for (const [name, { description, verbs }] of Object.entries(resources)) {
    const resource = program.command(name).description(description)
    if (args[0] !== name && !(args[0] === 'help' && args[1] === name)) continue
    for (const [verb, options] of Object.entries(verbs)) verbCommand(resource, verb, options)
  }
}

type Flags = ConnectionFlags & Record<string, unknown> & { json?: true }

function verbCommand(resource: Command, name: string, { operation: id, run, argument, done }: Verb): void {
  const operation: ControlOperation = controlOperations[id]
  const command = connectionFlags(resource.command(name, { isDefault: name === 'list' }))
    .description(operation.summary)
    .addOption(propertyFlag())
    .addOption(jsonFlag())
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => word)
  for (const word of ids) if (word !== 'propertyId') command.argument(`<${word}>`)
  if (argument) command.argument(argument)
  else schemaFlags(command, operation)
  command.action(async (...given: unknown[]) => {
    // Commander gives the arguments, then the flags, then the command.
    const flags = given.at(-2) as Flags
    const words = given.slice(0, -2).flat() as string[]
    const fields = (argument ? undefined : givenFields(operation, flags)) as never
    const names = argument ? wordNames(words) : { ...flagNames(operation), ...itemNames(fields) }
    if (meansTheEndpoint(command, id, fields))
      throw new CliError(
        'usage',
        `--url is the address of the sandbox. That of the endpoint is --endpoint-url: --endpoint-url ${flags.url}`,
      )
    const { control } = await requireSandbox(flags)
    const answer = await namingFlags(names, () => run(control, { words, fields }))
    if (flags.json) return printJson(answer ?? null)
    if (answer === undefined) return print(done ?? 'Done.')
    return printAnswer(answer)
  })
}

/** A refusal names the word that the person has typed: `origins.0` is `"app.example.com"`. */
const wordNames = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.map((word, index) => [`origins.${index}`, JSON.stringify(word)]))

/** Whether `--url` was given where only the address of an endpoint makes sense, by which name the API knows that one. */
function meansTheEndpoint(
  command: Command,
  id: ControlOperationId,
  fields: { url?: string } | undefined,
): boolean {
  if (command.getOptionValueSource('url') !== 'cli' || fields?.url !== undefined) return false
  return id === 'createWebhook' || (id === 'updateWebhook' && fields === undefined)
}
