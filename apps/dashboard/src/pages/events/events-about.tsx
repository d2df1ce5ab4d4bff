import { s } from '../../i18n/strings.ts'
import { useRead } from '../../lib/use-control.ts'
import { Section } from '../../ui/layout.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** The events that name a booking or a payment, newest first. */
export function EventsAbout({ id }: { id: string }) {
  const { data } = useRead('events', ['about', id], (control) =>
    control.events.list({ about: id, limit: 20 }),
  )
  if (!data) return null
  return (
    <Section title={s.events.fired}>
      {data.results.length === 0 ? (
        <p className="muted">{s.events.nothingFired}</p>
      ) : (
        <ul className="rows">
          {data.results.map((event) => (
            <li key={event.id}>
              <To className="mono" place="events" id={event.id}>
                {event.type}
              </To>
              <span className="muted">{s.events.deliveries(event.delivery_ids.length)}</span>
              <Ago at={event.created_at} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
