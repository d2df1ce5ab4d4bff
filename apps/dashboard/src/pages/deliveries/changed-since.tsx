import type { ControlDelivery } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { useRead } from '../../lib/use-control.ts'
import { Section } from '../../ui/layout.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** What differs from the event before that was about the same booking or payment. */
export function ChangedSince({ delivery }: { delivery: ControlDelivery }) {
  const { data: now = {} } = JSON.parse(delivery.body) as { data?: Record<string, unknown> }
  const about = now['paymentId'] ?? now['bookingId']
  const id = typeof about === 'string' ? about : ''
  const { data } = useRead(
    'events',
    ['about', id],
    (control) => control.events.list({ about: id, limit: 20 }),
    {
      enabled: id !== '',
    },
  )
  const events = data?.results ?? []
  const here = events.findIndex((event) => event.id === delivery.event_id)
  const before = here === -1 ? undefined : events[here + 1]
  if (!before) return null
  const names = [...new Set([...Object.keys(before.data), ...Object.keys(now)])]
  const changed = names.filter((name) => JSON.stringify(before.data[name]) !== JSON.stringify(now[name]))
  return (
    <Section title={s.changed.title}>
      <p className="muted">
        {s.changed.before}{' '}
        <To className="mono" place="events" id={before.id}>
          {before.type}
        </To>{' '}
        <Time at={before.created_at} />
      </p>
      {changed.length === 0 ? (
        <p>{s.changed.nothing}</p>
      ) : (
        <Table
          rows={changed}
          label={s.changed.title}
          rowKey={(name) => name}
          columns={[
            { head: s.changed.field, look: 'main', cell: (name) => <code>{name}</code> },
            { head: s.changed.was, look: 'wide', cell: (name) => <Value value={before.data[name]} /> },
            { head: s.changed.is, look: 'wide', cell: (name) => <Value value={now[name]} /> },
          ]}
        />
      )}
    </Section>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span className="muted">{s.changed.absent}</span>
  return (
    <code>
      <bdi>{JSON.stringify(value)}</bdi>
    </code>
  )
}
