import type { ControlDelivery, DeliveryQuery } from '@svc/control'
import { deliveryStatuses, eventTypes, limits } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { short } from '../../lib/format.ts'
import { everyPage } from '../../lib/every-page.ts'
import { pageOf, useChangeSearch, usePlace } from '../../lib/place.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { UrlText } from '../../ui/url-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Empty, Loading, PageHead, Sentence } from '../../ui/layout.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useListView } from '../../ui/list-view.tsx'
import { type Column, type Sorting, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { AnswerOf, DeliveryStatus, NextAttempt } from './delivery-state.tsx'
import { ResendMany } from './resend-many.tsx'

type Status = ControlDelivery['status']

/** The delivery log: what was sent where, how it went, and when it is tried again. */
export function Deliveries() {
  const { search } = usePlace()
  const control = useControl()
  const change = useChangeSearch()
  const { status = '', event_type = '', endpoint_id = '', event_id = '' } = search
  const filter = {
    status: (status || undefined) as Status | undefined,
    event_type: event_type || undefined,
    endpoint_id: endpoint_id || undefined,
    event_id: event_id || undefined,
    sort: (search['sort'] || undefined) as DeliveryQuery['sort'],
  }
  const page = pageOf(search)
  const { data, error, loading, stale, reload } = useRead(
    'deliveries',
    ['list', filter, page],
    (property) => property.deliveries.list({ ...filter, page, limit: 25 }),
    { keep: true },
  )
  const view = useListView('deliveries', columns())
  const { data: endpoints = [] } = useRead('webhooks', ['list'], (property) => property.webhooks.list())
  const filtered = [status, event_type, endpoint_id, event_id].some((value) => value !== '')
  const choose = (name: string) => (value: string) => void change({ [name]: value })
  return (
    <>
      <PageHead title={s.deliveries.title} lead={s.deliveries.lead(limits.deliveryAttempts)}>
        {view.menu}
        <ExportMenu
          name="deliveries"
          rows={() => everyPage((window) => control.deliveries.list({ ...filter, ...window }))}
        />
        <ResendMany status={status} eventType={event_type} endpointId={endpoint_id} endpoints={endpoints} />
      </PageHead>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={s.deliveries.status}
          any={s.common.any}
          value={status}
          options={deliveryStatuses}
          onChange={choose('status')}
        />
        <SelectField
          label={s.deliveries.event}
          any={s.common.any}
          value={event_type}
          options={eventTypes}
          onChange={choose('event_type')}
        />
        <SelectField
          label={s.deliveries.endpoint}
          any={s.common.any}
          value={endpoint_id}
          options={endpoints.map(({ id, url }) => [id, url] as const)}
          onChange={choose('endpoint_id')}
        />
      </form>
      <Problem error={error} onRetry={reload} />
      {loading && <Loading lines={8} />}
      {data?.total_count === 0 && (filtered ? <NoMatch /> : <None />)}
      {data && data.total_count > 0 && (
        <>
          <DeliveryTable deliveries={data.results} stale={stale} {...view} />
          <Pager page={data} count={s.deliveries.count} />
        </>
      )}
    </>
  )
}

function NoMatch() {
  const change = useChangeSearch()
  const all = { status: '', event_type: '', endpoint_id: '', event_id: '' }
  return (
    <Empty title={s.deliveries.noMatch}>
      <Button onClick={() => void change(all)}>{s.deliveries.showAll}</Button>
    </Empty>
  )
}

function None() {
  const parts = [
    <To key="endpoints" place="endpoints">
      {s.deliveries.noneEndpoint}
    </To>,
    <To key="events" place="events">
      {s.deliveries.noneEvent}
    </To>,
  ]
  return (
    <Empty title={s.deliveries.none}>
      <p>
        <Sentence text={s.deliveries.noneHint} parts={parts} />
      </p>
    </Empty>
  )
}

const columns = (): Column<ControlDelivery>[] => [
  { head: s.deliveries.status, sort: 'status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    head: s.deliveries.event,
    sort: 'event_type',
    look: 'main',
    cell: ({ id, event_type }) => (
      <To className="mono" place="deliveries" id={id}>
        {event_type}
      </To>
    ),
  },
  {
    head: s.deliveries.endpoint,
    look: 'wide',
    cell: ({ endpoint_url }) => <UrlText url={endpoint_url} />,
  },
  {
    head: s.deliveries.attempts,
    sort: 'attempts',
    look: 'end',
    cell: ({ attempts }) => (
      <span className="number nowrap">
        {attempts} / {Math.max(limits.deliveryAttempts, attempts)}
      </span>
    ),
  },
  {
    head: s.deliveries.answer,
    sort: 'response_status',
    cell: (delivery) => <AnswerOf delivery={delivery} />,
  },
  {
    head: s.deliveries.next,
    sort: 'next_attempt_at',
    cell: (delivery) => <NextAttempt delivery={delivery} />,
  },
  { head: s.deliveries.firedAt, sort: 'created_at', cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    head: s.deliveries.last,
    sort: 'last_attempted_at',
    extra: true,
    cell: ({ last_attempted_at }) => <Ago at={last_attempted_at} />,
  },
  { head: s.deliveries.arrived, extra: true, cell: ({ delivered_at }) => <Ago at={delivered_at} /> },
  { head: s.deliveries.id, extra: true, cell: ({ id }) => <code title={id}>{short(id)}</code> },
]

/** Those of a list in which all are of one endpoint. */
export const columnsOfEndpoint = () =>
  columns().filter(({ head, extra }) => !extra && head !== s.deliveries.endpoint)

export function DeliveryTable({
  deliveries,
  columns: shown = columns().filter(({ extra }) => !extra),
  sorting,
  stale,
}: {
  deliveries: readonly ControlDelivery[]
  columns?: readonly Column<ControlDelivery>[]
  sorting?: Sorting
  stale?: boolean
}) {
  return (
    <Table
      rows={deliveries}
      label={s.deliveries.title}
      rowKey={({ id }) => id}
      columns={shown}
      sorting={sorting}
      stale={stale}
    />
  )
}
