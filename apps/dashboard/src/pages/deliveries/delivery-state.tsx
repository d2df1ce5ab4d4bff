import type { ControlDelivery } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { Badge, HttpStatus } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

export function DeliveryStatus({ delivery }: { delivery: ControlDelivery }) {
  return (
    <>
      <Badge word={delivery.status} /> {delivery.held && <Badge word="held" title={s.deliveries.heldHint} />}
    </>
  )
}

/** What the last attempt brought: the status of the answer, or why there is none. */
export function AnswerOf({ delivery }: { delivery: ControlDelivery }) {
  const last = delivery.attempt_log.at(-1)
  if (delivery.response_status === null && last?.error) return <span className="muted">{last.error}</span>
  return <HttpStatus status={delivery.response_status} />
}

export function NextAttempt({ delivery }: { delivery: ControlDelivery }) {
  if (delivery.held) return <span className="muted">{s.deliveries.whenOn}</span>
  return <Time at={delivery.next_attempt_at} />
}
