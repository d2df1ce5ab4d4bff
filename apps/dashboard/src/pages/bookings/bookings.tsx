import type { BookingQuery } from '@svc/control'
import type { Booking } from '@svc/models'
import { bookingStatuses } from '@svc/models'
import { CalendarPlus } from 'lucide-react'
import { s } from '../../i18n/strings.ts'
import { everyPage } from '../../lib/every-page.ts'
import { money } from '../../lib/format.ts'
import { guestName } from '../../lib/guest-name.ts'
import { pageOf, useChangeSearch, useGo, usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Empty, Loading, PageHead } from '../../ui/layout.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SettledField } from '../../ui/settled-field.tsx'
import { useListView } from '../../ui/list-view.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { BookingForm } from './booking-form.tsx'

/** The bookings of the property, newest first. */
export function Bookings() {
  const { search } = usePlace()
  const control = useControl()
  const change = useChangeSearch()
  const go = useGo()
  const { status = '', guest_id = '', start_date = '', end_date = '' } = search
  const filter = {
    status: status || undefined,
    guest_id: guest_id || undefined,
    start_date: start_date || undefined,
    end_date: end_date || undefined,
  }
  const sort = (search['sort'] || undefined) as BookingQuery['sort']
  const page = pageOf(search)
  const { data, error, loading, stale, reload } = useRead(
    'bookings',
    ['list', filter, sort, page],
    (property) => property.bookings.list({ ...filter, sort, page, limit: 20 }),
    { keep: true },
  )
  const view = useListView('bookings', columns())
  const create = useAction(async () => {
    const { id } = await control.bookings.create()
    go('bookings', id)
  })
  const make = (
    <Button
      look="primary"
      busy={create.busy}
      icon={<CalendarPlus size={14} aria-hidden />}
      onClick={() => create.run()}
    >
      {s.bookings.make}
    </Button>
  )
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const none = { status: '', guest_id: '', start_date: '', end_date: '' }
  return (
    <>
      <PageHead title={s.bookings.title} lead={s.bookings.lead}>
        {view.menu}
        <ExportMenu
          name="bookings"
          rows={() => everyPage((window) => control.bookings.list({ ...filter, sort, ...window }))}
        />
        <Button onClick={() => void change({ make: 'yes' })}>{s.bookings.makeOwn}</Button>
        {make}
      </PageHead>
      <Modal
        open={search['make'] === 'yes'}
        onClose={() => void change({ make: '' }, { replace: true })}
        title={s.bookings.make}
      >
        <BookingForm
          submit={s.bookings.makeIt}
          onSave={async (fields) => go('bookings', (await control.bookings.create(fields)).id)}
        />
      </Modal>
      <Problem error={create.error} />
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={s.bookings.status}
          any={s.common.any}
          value={status}
          options={bookingStatuses}
          onChange={(value) => void change({ status: value })}
        />
        <SettledField
          label={s.bookings.from}
          type="date"
          value={start_date}
          onSettle={(value) => void change({ start_date: value }, { replace: true })}
        />
        <SettledField
          label={s.bookings.until}
          type="date"
          value={end_date}
          onSettle={(value) => void change({ end_date: value }, { replace: true })}
        />
        {guest_id !== '' && (
          <Button onClick={() => void change({ guest_id: '' })}>{s.bookings.everyGuest}</Button>
        )}
      </form>
      <Problem error={error} onRetry={reload} />
      {loading && <Loading lines={8} />}
      {data?.total_count === 0 &&
        (filtered ? (
          <Empty title={s.bookings.noMatch}>
            <Button onClick={() => void change(none)}>{s.bookings.showAll}</Button>
          </Empty>
        ) : (
          <Empty title={s.bookings.none}>
            <p>{s.bookings.noneHint}</p>
            {make}
          </Empty>
        ))}
      {data && data.total_count > 0 && (
        <>
          <Table
            rows={data.results}
            label={s.bookings.title}
            rowKey={({ id }) => id}
            stale={stale}
            {...view}
          />
          <Pager page={data} count={s.bookings.count} />
        </>
      )}
    </>
  )
}

const columns = (): Column<Booking>[] => [
  { head: s.bookings.status, sort: 'status', cell: ({ status }) => <Badge word={status} /> },
  {
    head: s.bookings.guest,
    look: 'main',
    cell: (booking) => (
      <To place="bookings" id={booking.id}>
        <bdi>{guestName(booking)}</bdi>
      </To>
    ),
  },
  {
    head: s.bookings.stay,
    sort: 'arrival',
    cell: (booking) => <span className="number nowrap">{stayText(booking)}</span>,
  },
  {
    head: s.bookings.total,
    look: 'end',
    cell: ({ total }) => <span className="number nowrap">{money(total)}</span>,
  },
  { head: s.bookings.created, sort: 'created', cell: ({ created }) => <Ago at={created} /> },
  { head: s.bookings.id, extra: true, cell: ({ id }) => <Id id={id} /> },
]

/** First and last night. */
function stayText({ stay_dates }: Booking): string {
  const nights = stay_dates.map(({ date }) => date).toSorted()
  const [first] = nights
  const last = nights.at(-1)
  if (first === undefined || last === undefined) return s.bookings.noNights
  return first === last ? first : `${first} – ${last}`
}
