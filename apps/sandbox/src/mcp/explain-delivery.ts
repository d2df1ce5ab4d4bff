import type { Attempt, ClockState, ControlDelivery, SandboxControl } from '@svc/control'
import type { AttemptError } from '../delivery/outcome.ts'

/** How the reader does what helps: with a tool, or with a command. Each is put in as it stands. */
export interface Remedies {
  changeUrl: string
  renewSecret: string
  switchOn: string
  resend: string
  advance: (seconds: number) => string
}

/** For coding agents. */
export const toolRemedies: Remedies = {
  changeUrl: 'update_webhook',
  renewSecret: 'rotate_webhook_secret',
  switchOn: 'update_webhook with is_active true',
  resend: 'resend_delivery',
  advance: (seconds) => `advance_clock by ${seconds} seconds`,
}

/** What a failure means, and what the receiver's side can do. */
const meanings: Readonly<
  Record<AttemptError, readonly [means: string, cure: string | ((remedies: Remedies) => string)]>
> = {
  status: [
    'the receiver answered with something else than 2xx',
    'Only 2xx counts. The body of the answer and the log of the receiver say why it refused. 400 and 401 are often a ' +
      'signature that does not verify: sign the raw bytes of the body, before any JSON parser, with the secret of this endpoint.',
  ],
  redirect: [
    'the receiver answered with a redirect, which is not followed',
    ({ changeUrl }) => `Set the url of the endpoint to the final address (${changeUrl}).`,
  ],
  timeout: [
    'the receiver was connected, but gave no complete answer within five seconds',
    'Answer 2xx first and do the work afterwards. If it is stuck at a breakpoint, that is why.',
  ],
  unreachable: [
    'there was no connection: no such name, nothing listens there, or an address that may not be called',
    'Is the receiver running, and is the url of the endpoint its address, with the port? Plain http goes to this machine alone; ' +
      'where else webhooks may go is the flag --targets of the sandbox.',
  ],
  tls: [
    'there was no TLS 1.2 or newer, or a certificate that is not trusted',
    'Start the sandbox with NODE_EXTRA_CA_CERTS and the file of that certificate, or use http on this machine.',
  ],
  bad_response: [
    'the connection broke before the answer was complete, or the answer was no HTTP or too large (headers 16 KiB, body 1 MiB)',
    'Did the receiver crash, or end its answer too early? Its own log says more.',
  ],
  internal: [
    'the sandbox itself could not make the attempt',
    ({ renewSecret }) =>
      `Its log says why. If the signing secret cannot be opened, ${renewSecret} gives the endpoint a new one.`,
  ],
}

/** The life of a delivery in words: every attempt, why it failed, what comes next and what to do. */
export function explainDelivery(
  delivery: ControlDelivery,
  clock: Pick<ClockState, 'mode' | 'now'>,
  remedies: Remedies,
): string {
  const { id, event_type, event_id, endpoint_id, endpoint_url, attempt_log: attempts } = delivery
  const last = attempts.at(-1)
  return [
    `Delivery ${id} of ${event_type} (event ${event_id}) to ${endpoint_url} (endpoint ${endpoint_id}): ${standing(delivery)}`,
    ...attempts.map(attemptLine),
    nextLine(delivery, clock, remedies),
    ...(last?.error ? [`What to do: ${cureOf(last, remedies)}`] : []),
  ].join('\n')
}

function standing({ status, attempts, held }: ControlDelivery): string {
  if (held) return 'it waits, because its endpoint is switched off.'
  const times = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  if (status === 'delivered') return `it arrived, after ${times}.`
  if (status === 'dead') return `it was given up after ${times}.`
  return attempts === 0 ? 'it has not been attempted yet.' : `it has failed so far, in ${times}.`
}

function attemptLine({ number, kind, started_at, duration_ms, outcome, ...answer }: Attempt): string {
  const { error, response_status: status, response_body: body } = answer
  const how = outcome === 'delivered' ? `arrived with ${status}` : `failed (${error}): ${meansOf(error)}`
  const answered =
    status === null
      ? ''
      : ` Its status was ${status}${body ? `, its body ${excerpt(body)}` : ', without a body'}.`
  const byHand = kind === 'manual' ? ', by hand' : ''
  return `- Attempt ${number}${byHand} at ${started_at}, ${duration_ms} ms: ${how}.${outcome === 'delivered' ? '' : answered}`
}

const isKnown = (error: string | null): error is AttemptError => error !== null && error in meanings
const meansOf = (error: string | null): string =>
  isKnown(error) ? meanings[error][0] : 'for an unknown reason'

function cureOf({ error }: Attempt, remedies: Remedies): string {
  if (!isKnown(error)) return 'The log of the receiver may say more.'
  const [, cure] = meanings[error]
  return typeof cure === 'string' ? cure : cure(remedies)
}

const excerpt = (text: string): string => JSON.stringify(text.length > 500 ? `${text.slice(0, 500)}…` : text)

function nextLine(
  { status, held, next_attempt_at: next }: ControlDelivery,
  clock: Pick<ClockState, 'mode' | 'now'>,
  { switchOn, resend, advance }: Remedies,
): string {
  if (held) return `Next: it goes on when the endpoint is switched on (${switchOn}).`
  if (next === null) {
    return status === 'delivered'
      ? 'Nothing more is due.'
      : `Nothing more is due by itself: ${resend} makes one extra attempt.`
  }
  const seconds = Math.max(0, Math.ceil((Date.parse(next) - Date.parse(clock.now)) / 1_000))
  return clock.mode === 'manual'
    ? `Next: an attempt at ${next}. The clock stands still, so it comes with ${advance(seconds)}.`
    : `Next: an attempt at ${next}, in ${seconds} seconds. At once: ${advance(seconds)}, or ${resend}.`
}

/** Of many failures these are explained. */
export const explainedAtOnce = 5

/** One delivery, or the newest that have failed or were given up, in words; undefined when none has. */
export async function explainFailures(
  control: SandboxControl,
  remediesOf: (delivery: ControlDelivery) => Remedies,
  id?: string,
): Promise<string | undefined> {
  const clock = await control.clock.get()
  const explain = (delivery: ControlDelivery) => explainDelivery(delivery, clock, remediesOf(delivery))
  if (id !== undefined) return explain(await control.deliveries.get(id))
  const pages = await Promise.all(
    (['failed', 'dead'] as const).map((status) =>
      control.deliveries.list({ status, limit: explainedAtOnce }),
    ),
  )
  const newest = pages
    .flatMap((page) => page.results)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, explainedAtOnce)
  return newest.length === 0 ? undefined : newest.map(explain).join('\n\n')
}
