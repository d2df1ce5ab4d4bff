import { deliveryStatuses } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { useProperties } from '../../lib/properties.ts'
import { useRead } from '../../lib/use-control.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PageHead, Section, Sentence } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { To } from '../../ui/to.tsx'
import { RequestRows } from '../requests/request-rows.tsx'
import { Checklist } from './checklist.tsx'
import { clientApi, Commands } from './commands.tsx'
import { Failing } from './failing.tsx'
import { Figures } from './figures.tsx'

/** What is failing, what has been happening, and what to do first. */
export function Home() {
  const { pid } = usePlace()
  const { data: all = [] } = useProperties()
  const name = all.find(({ id }) => id === pid)?.name ?? ''
  return (
    <>
      <PageHead title={<bdi>{name}</bdi>} lead={s.home.lead} />
      <Failing />
      <Counts />
      <div className="columns">
        <Checklist />
        <Section title={s.home.addresses}>
          <Address label={s.home.clientApi} value={clientApi} />
          <Address label={s.home.propertyId} value={pid} />
          <p className="links">
            <a href="/docs">{s.home.reference}</a>
            <a href="/openapi.json">{s.home.openapi}</a>
            <To place="api-keys">{s.home.generate}</To>
          </p>
        </Section>
      </div>
      <Figures />
      <LatestRequests />
      <Commands />
    </>
  )
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <div className="address">
      <span className="muted">{label}</span>
      <code>{value}</code>
      <CopyButton small text={value} />
    </div>
  )
}

function Counts() {
  const { data: bookings } = useRead(
    'bookings',
    ['count'],
    async (control) => (await control.bookings.list({ limit: 1 })).total_count,
  )
  const {
    data: deliveries,
    error,
    reload,
  } = useRead('deliveries', ['counts'], (control) =>
    Promise.all(
      deliveryStatuses.map(
        async (status) => (await control.deliveries.list({ status, limit: 1 })).total_count,
      ),
    ),
  )
  if (error) return <Problem error={error} onRetry={reload} />
  const number = (value: number | undefined) => (value === undefined ? '…' : value.toLocaleString(s.locale))
  return (
    <section className="counts" aria-label={s.home.counts}>
      <To place="bookings">
        <strong>{number(bookings)}</strong> <span>{s.home.bookings}</span>
      </To>
      {deliveryStatuses.map((status, index) => (
        <To
          key={status}
          className={deliveries?.[index] ? `count-${status}` : undefined}
          place="deliveries"
          search={{ status }}
        >
          <strong>{number(deliveries?.[index])}</strong> <span>{s.home.deliveriesThatAre[status]}</span>
        </To>
      ))}
    </section>
  )
}

function LatestRequests() {
  const { pid } = usePlace()
  const { data, error } = useRead('requests', ['latest'], (control) =>
    control.requests.list({ limit: 6, property_id: pid }),
  )
  return (
    <Section title={s.home.latest} actions={<To place="requests">{s.common.all}</To>}>
      <Problem error={error} />
      {data?.length === 0 && (
        <p className="muted">
          <Sentence text={s.home.noRequest} parts={[]} />
        </p>
      )}
      <RequestRows requests={data ?? []} />
    </Section>
  )
}
