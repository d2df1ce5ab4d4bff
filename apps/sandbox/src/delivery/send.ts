import type { DeliveryFaultInput } from '@svc/control'
import { headerNames } from '@svc/models'
import type { Signer } from '@svc/signing'
import { parseTraceparent } from '../traceparent.ts'
import type { MakeAttempt } from './attempt.ts'
import { type AttemptResult, failureOfStatus } from './outcome.ts'
import { ResponsePrefix } from './response-text.ts'

/** What is sent, and to which endpoint. */
export interface Sendable {
  id: string
  endpoint_id: string
  property_id: string
  event_type: string
  /** The exact text of every attempt. */
  body: string
  /** Attempts made before this one. */
  attempts: number
  traceparent: string | null
  url: string
  /** The endpoint's current secret, as it is stored. */
  secret: string
}

/** The faults of deliveries: answers that replace those of a receiver. */
export interface DeliveryFaults {
  /** null: make the real attempt. */
  answerFor(
    delivery: Pick<Sendable, 'endpoint_id' | 'event_type' | 'property_id'>,
  ): DeliveryFaultInput['action'] | null
}

/** The span of one attempt. */
export interface AttemptTrace {
  /** Sent with the POST, so the receiver can continue the trace; null: none. */
  traceparent: string | null
  end(result: AttemptResult): void
}

/** Begins the span of an attempt. Must not throw: it stands between a claim and its release. */
export type TraceAttempt = (delivery: Omit<Sendable, 'url' | 'secret' | 'body'>) => AttemptTrace

export interface SendOptions {
  attempt: MakeAttempt
  /** The signer of a secret, as it is stored. May throw. */
  signerOf: (sealed: string) => Signer
  faults?: DeliveryFaults | undefined
  userAgent: string
  /** @default the traceparent that the delivery was committed with goes out as it is */
  trace?: TraceAttempt | undefined
  /** Called with the reason when an attempt cannot be made. */
  failed: (error: unknown, delivery: Sendable) => void
}

/** Makes one signed attempt of a delivery. Never rejects. */
export type Send = (delivery: Sendable, signal: AbortSignal) => Promise<AttemptResult>

export function createSend({ attempt, signerOf, faults, userAgent, trace, failed }: SendOptions): Send {
  return async function send(delivery: Sendable, signal: AbortSignal): Promise<AttemptResult> {
    const span = trace?.(delivery)
    const result = await post(delivery, signal, span ? span.traceparent : delivery.traceparent)
    span?.end(result)
    return result
  }

  async function post(
    delivery: Sendable,
    signal: AbortSignal,
    traceparent: string | null,
  ): Promise<AttemptResult> {
    try {
      const pretended = faults?.answerFor(delivery)
      if (pretended) return pretendedResult(pretended)
      const body = Buffer.from(delivery.body)
      const headers: Record<string, string> = {
        'Content-Type': 'application/json',
        // Signed at each attempt, with the secret of the moment. During a rotation that is the new one alone:
        // the overlap is the receiver's, who accepts both.
        [headerNames.signature]: signerOf(delivery.secret).sign(body),
        [headerNames.event]: delivery.event_type,
        [headerNames.delivery]: delivery.id,
        'User-Agent': userAgent,
      }
      // Of version 00, or not sent on: the form of another version is not settled.
      if (traceparent && parseTraceparent(traceparent)?.version === '00') headers['traceparent'] = traceparent
      const { url, endpoint_id: endpoint } = delivery
      return await attempt({ url, headers, body, endpoint, signal })
    } catch (error) {
      failed(error, delivery)
      return {
        outcome: 'failed',
        error: 'internal',
        response_status: null,
        response_body: null,
        duration_ms: 0,
      }
    }
  }
}

/** The same record as of a real answer, but at once: a time-out of a fault does not take five seconds. */
function pretendedResult(fault: NonNullable<ReturnType<DeliveryFaults['answerFor']>>): AttemptResult {
  if (fault.type !== 'status') {
    return {
      outcome: 'failed',
      error: fault.type,
      response_status: null,
      response_body: null,
      duration_ms: 0,
    }
  }
  const prefix = new ResponsePrefix()
  prefix.add(Buffer.from(fault.body ?? ''))
  const error = failureOfStatus(fault.status)
  return {
    outcome: error === null ? 'delivered' : 'failed',
    error,
    response_status: fault.status,
    response_body: prefix.text(),
    duration_ms: 0,
  }
}
