import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { useRead } from '../../lib/use-control.ts'
import { Id } from '../../ui/copy-button.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Facts, Loading, PageHead, Section } from '../../ui/layout.tsx'
import { isGone, NotThere } from '../../ui/not-there.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { DeliveryTable } from '../deliveries/deliveries.tsx'
import { RequestsAbout } from '../requests/requests-about.tsx'
import { ObjectLinks } from './object-links.tsx'

/** One event: what it was about, the request that fired it, and its deliveries. */
export function EventPage() {
  const { id } = usePlace()
  const { data, error, loading, reload } = useRead('events', ['one', id], (control) => control.events.get(id))
  const { data: deliveries } = useRead('deliveries', ['of event', id], (control) =>
    control.deliveries.list({ event_id: id, limit: 100 }),
  )
  if (error && (!data || isGone(error)))
    return <NotThere kind="event" place="events" title={s.events.one} error={error} onRetry={reload} />
  if (loading || !data) return <Loading lines={8} />
  const about = data.data['paymentId'] ?? data.data['bookingId']
  return (
    <>
      <PageHead title={data.type} crumb={<To place="events">{s.events.title}</To>} />
      <Facts
        rows={[
          [s.events.id, <Id key="id" id={data.id} />],
          [s.deliveries.about, <ObjectLinks key="about" data={data.data} />],
          [s.deliveries.fired, <Time key="fired" at={data.created_at} />],
        ]}
      />
      <Section title={s.deliveries.title}>
        {deliveries && deliveries.total_count > 0 ? (
          <DeliveryTable deliveries={deliveries.results} />
        ) : (
          <p className="muted">{s.deliveries.none}</p>
        )}
      </Section>
      <Section title={s.events.sentData}>
        <JsonTree label={s.events.sentData} text={JSON.stringify(data.data)} />
      </Section>
      {typeof about === 'string' && <RequestsAbout id={about} />}
    </>
  )
}
