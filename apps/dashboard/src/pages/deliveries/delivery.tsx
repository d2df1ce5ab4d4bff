import type { ControlDelivery } from '@svc/control'
import { RotateCw } from 'lucide-react'
import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Facts, Loading, PageHead, Section } from '../../ui/layout.tsx'
import { isGone, NotThere } from '../../ui/not-there.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { ObjectLinks } from '../events/object-links.tsx'
import { Attempts } from './attempts.tsx'
import { ChangedSince } from './changed-since.tsx'
import { CodeToCopy } from './code-to-copy.tsx'
import { DeliveryStatus, NextAttempt } from './delivery-state.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { TimeLine } from './time-line.tsx'
import { Wires } from './wire.tsx'

/** One delivery: where it stands, every attempt, what was sent, and code to receive it. */
export function DeliveryPage() {
  const { id } = usePlace()
  const control = useControl()
  const { data, error, loading, reload } = useRead('deliveries', ['one', id], (property) =>
    property.deliveries.get(id),
  )
  const resend = useAction(async () => {
    const attempt = await control.deliveries.resend(id)
    reload()
    return attempt
  })
  if (error && (!data || isGone(error)))
    return (
      <NotThere kind="delivery" place="deliveries" title={s.deliveries.one} error={error} onRetry={reload} />
    )
  if (loading || !data) return <Loading lines={8} />
  return (
    <>
      <PageHead title={data.event_type} crumb={<To place="deliveries">{s.deliveries.title}</To>}>
        <Button
          look="primary"
          busy={resend.busy}
          icon={<RotateCw size={14} aria-hidden />}
          onClick={() => resend.run()}
        >
          {s.deliveries.resend}
        </Button>
      </PageHead>
      <Problem error={error} onRetry={reload} />
      <Problem error={resend.error} />
      <DeliveryFacts delivery={data} />
      <TimeLine delivery={data} />
      <Attempts attempts={data.attempt_log} />
      <Wires attempts={data.attempt_log} />
      <Section title={s.deliveries.envelope}>
        <JsonTree label={s.deliveries.body} note={s.deliveries.bodyNote} text={data.body} />
        <CodeBlock label={s.deliveries.bytes} text={data.body} />
        {data.attempt_log.length === 0 && (
          <CodeBlock
            label={s.deliveries.headers}
            text={[
              'Content-Type: application/json',
              `X-SVC-Signature: sha256=<${s.deliveries.signature}>`,
              `X-SVC-Event: ${data.event_type}`,
              `X-SVC-Delivery: ${data.id}`,
            ].join('\n')}
          />
        )}
      </Section>
      <ChangedSince delivery={data} />
      <CodeToCopy delivery={data} />
      <SignatureCheck body={data.body} />
    </>
  )
}

function DeliveryFacts({ delivery }: { delivery: ControlDelivery }) {
  return (
    <Facts
      rows={[
        [s.deliveries.status, <DeliveryStatus key="status" delivery={delivery} />],
        [s.deliveries.next, <NextAttempt key="next" delivery={delivery} />],
        [s.deliveries.id, <Id key="id" id={delivery.id} />],
        [
          s.deliveries.event,
          <To key="event" className="mono" place="events" id={delivery.event_id}>
            {delivery.event_id}
          </To>,
        ],
        [
          s.deliveries.endpoint,
          <To
            key="endpoint"
            className="mono some-lines"
            place="endpoints"
            id={delivery.endpoint_id}
            title={delivery.endpoint_url}
          >
            <bdi>{delivery.endpoint_url}</bdi>
          </To>,
        ],
        [s.deliveries.about, <ObjectLinks key="about" body={delivery.body} />],
        [s.deliveries.attempts, String(delivery.attempts)],
        [s.deliveries.fired, <Time key="fired" at={delivery.created_at} />],
        [s.deliveries.arrived, delivery.delivered_at && <Time at={delivery.delivered_at} />],
      ]}
    />
  )
}
