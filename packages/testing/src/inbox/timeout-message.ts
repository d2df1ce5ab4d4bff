import type { ControlDelivery, ControlEndpoint, SandboxControl } from '@svc/control'
import { type EventType, eventTypes, nearestName } from '@svc/models'
import type { RecordedDelivery } from './received-delivery.ts'

/** What a time-out message is made from. */
export interface TimeoutFacts {
  /** What `next` waited for, in words: `payment.created`. */
  wanted: string
  type: string | undefined
  timeoutMs: number
  url: string
  arrived: readonly RecordedDelivery[]
  control: SandboxControl | undefined
}

const shown = 20

/** Says why nothing came: what did arrive and, with a control client, the state of each delivery. */
export async function timeoutMessage(facts: TimeoutFacts): Promise<string> {
  const { wanted, type, timeoutMs, arrived, control, url } = facts
  const lines = [`No ${wanted} arrived at ${url} within ${timeoutMs} ms.`]
  if (type !== undefined && !eventTypes.includes(type as EventType)) lines.push(unknownType(type))
  if (arrived.length === 0) lines.push('Nothing has arrived at all.')
  else lines.push(`What did arrive (${arrived.length}):`, ...last(arrived.map(arrival)))
  if (control) {
    lines.push(
      ...(await sandboxLines(facts, control).catch((error: unknown) => [
        `The sandbox could not be asked: ${String(error)}`,
      ])),
    )
  } else {
    lines.push(
      'Give openInbox({ control }) a control client, and this message tells where each delivery stands.',
    )
  }
  return lines.join('\n')
}

/** No mistake for certain: a later version may have it. */
function unknownType(type: string): string {
  const nearest = nearestName(type, eventTypes)
  return `The service has no event "${type}": ${nearest ? `did you mean '${nearest}'?` : `there are ${eventTypes.join(', ')}.`}`
}

function arrival(delivery: RecordedDelivery, index: number): string {
  const { type, id, attempt, answered, verified, handedOut, event, problems } = delivery
  const notes = [
    attempt > 1 ? `attempt ${attempt}` : '',
    answered === null ? 'not answered yet' : `answered ${answered}`,
    verified === false ? 'SIGNATURE WRONG (never handed out)' : '',
    event === null ? 'NOT AN EVENT (never handed out)' : '',
    event !== null && problems.length > 0
      ? `breaks the contract at ${problems.map(({ path }) => path).join(', ')}`
      : '',
    handedOut ? 'handed out before' : '',
  ]
  return `  ${index + 1}. ${type ?? '(no type)'} ${id ?? '(no id)'}: ${notes.filter(Boolean).join(', ')}`
}

async function sandboxLines({ url, type }: TimeoutFacts, control: SandboxControl): Promise<string[]> {
  const [{ results }, clock, endpoints] = await Promise.all([
    control.deliveries.list({ limit: 100 }),
    control.clock.get(),
    control.webhooks.list(),
  ])
  const mine = endpoints.filter((endpoint) => endpoint.url.startsWith(url))
  const deliveries = results.filter(({ endpoint_url }) => endpoint_url.startsWith(url))
  const lines = [`The sandbox's clock (${clock.mode}) stands at ${clock.now}.`]
  if (mine.length === 0) {
    lines.push(`No endpoint of the sandbox points at this inbox: register ${url} first.`)
  }
  lines.push(...mine.map((endpoint) => subscription(endpoint, type)))
  if (deliveries.length > 0) {
    lines.push(`Deliveries to this inbox (${deliveries.length}, newest first):`)
    lines.push(...deliveries.slice(0, shown).map((delivery) => state(delivery, Date.parse(clock.now))))
  } else if (mine.length > 0) {
    lines.push(
      'The sandbox has no delivery for it: the event has not fired, or nobody was subscribed when it did.',
    )
  }
  return lines
}

function subscription({ id, events, is_active }: ControlEndpoint, type: string | undefined): string {
  const missing = type !== undefined && !events.includes(type) ? ` and NOT to ${type}` : ''
  const off = is_active ? '' : ' It is SWITCHED OFF.'
  return `Endpoint ${id} is subscribed to ${events.join(', ')}${missing}.${off}`
}

function state(delivery: ControlDelivery, nowMs: number): string {
  const { event_type, id, status, attempts, next_attempt_at, held, response_status, attempt_log } = delivery
  const why = attempt_log.at(-1)?.error
  // `status` says no more than the status does.
  const error = why === 'status' ? null : why
  const outcome =
    response_status === null ? error : `answered ${response_status}${error ? ` (${error})` : ''}`
  const tried =
    attempts === 0
      ? 'no attempt yet'
      : `${attempts} attempt${attempts > 1 ? 's' : ''}, last one ${outcome ?? 'unknown'}`
  const wait = next_attempt_at === null ? null : Math.max(0, (Date.parse(next_attempt_at) - nowMs) / 1000)
  const next = wait === null ? '' : `, next attempt at ${next_attempt_at} (in ${wait} s)`
  return `  ${event_type} ${id}: ${status}, ${tried}${held ? ', held while its endpoint is off' : next}`
}

function last(lines: readonly string[]): string[] {
  const hidden = lines.length - shown
  return hidden > 0 ? [`  … ${hidden} earlier`, ...lines.slice(hidden)] : [...lines]
}
