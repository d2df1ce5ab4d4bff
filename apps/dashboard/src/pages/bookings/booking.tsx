import type { Booking } from '@svc/models'
import { bookingStatuses } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { money } from '../../lib/format.ts'
import { guestName } from '../../lib/guest-name.ts'
import { usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Facts, Loading, PageHead, Section } from '../../ui/layout.tsx'
import { Modal } from '../../ui/modal.tsx'
import { isGone, NotThere } from '../../ui/not-there.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { EventsAbout } from '../events/events-about.tsx'
import { PaymentTable } from '../payments/payment-table.tsx'
import { RequestsAbout } from '../requests/requests-about.tsx'
import { BookingForm } from './booking-form.tsx'
import { StayCalendar } from './stay-calendar.tsx'

/** One booking, and what may happen to it: a change of status, a cancellation, a message of its guest. */
export function BookingPage() {
  const { id } = usePlace()
  const { bookings } = useControl()
  const { data, error, loading, reload } = useRead('bookings', ['one', id], (control) =>
    control.bookings.get(id),
  )
  const [editing, setEditing] = useState(false)
  const cancel = useAction(async () => {
    await bookings.cancel(id)
    reload()
  })
  if (error && (!data || isGone(error)))
    return <NotThere kind="booking" place="bookings" title={s.bookings.one} error={error} onRetry={reload} />
  if (loading || !data) return <Loading lines={8} />
  return (
    <>
      <PageHead title={<bdi>{guestName(data)}</bdi>} crumb={<To place="bookings">{s.bookings.title}</To>}>
        <Button onClick={() => setEditing(true)}>{s.bookings.edit}</Button>
        {data.status !== 'cancelled' && (
          <ConfirmButton
            label={s.bookings.cancel}
            question={s.bookings.cancelQuestion}
            busy={cancel.busy}
            onConfirm={() => cancel.run()}
          />
        )}
      </PageHead>
      <Problem error={error} onRetry={reload} />
      <Problem error={cancel.error} />
      <BookingFacts booking={data} />
      <ChangeStatus key={data.status} booking={data} onChanged={reload} />
      <StayCalendar booking={data} />
      <Payments bookingId={id} />
      <EventsAbout id={id} />
      <GuestMessage bookingId={id} />
      <RequestsAbout id={id} />
      <Section title={s.bookings.asApi}>
        <JsonTree label={s.bookings.one} text={JSON.stringify(data)} />
      </Section>
      <Modal open={editing} onClose={() => setEditing(false)} title={s.bookings.edit}>
        <BookingForm
          booking={data}
          submit={s.common.save}
          onSave={async (fields) => {
            await bookings.update(id, fields)
            setEditing(false)
            reload()
          }}
        />
      </Modal>
    </>
  )
}

function BookingFacts({ booking }: { booking: Booking }) {
  const { guest } = booking
  return (
    <Facts
      rows={[
        [s.bookings.status, <Badge key="status" word={booking.status} />],
        [s.bookings.total, money(booking.total)],
        [s.bookings.id, <Id key="id" id={booking.id} />],
        [
          s.bookings.guestId,
          <To key="guest" className="mono" place="bookings" search={{ guest_id: guest.id }}>
            {guest.id}
          </To>,
        ],
        [s.bookings.email, guest.email && <bdi>{guest.email}</bdi>],
        [s.bookings.phone, guest.phone && <bdi>{guest.phone}</bdi>],
        [s.bookings.paidDays, String(booking.paidDays)],
        [s.bookings.created, <Time key="created" at={booking.created} />],
        [s.bookings.updated, <Time key="updated" at={booking.updated} />],
        [
          s.payments.title,
          <To key="payments" place="payments" search={{ bid: booking.id }}>
            {s.bookings.itsPayments}
          </To>,
        ],
        [
          s.bookings.description,
          booking.description && (
            <bdi key="description" className="some-lines" title={booking.description}>
              {booking.description}
            </bdi>
          ),
        ],
      ]}
    />
  )
}

/** Chosen first and sent with a button: an arrow key on the choice changes nothing. */
function ChangeStatus({ booking, onChanged }: { booking: Booking; onChanged: () => void }) {
  const { bookings } = useControl()
  const [chosen, setChosen] = useState(booking.status)
  const { run, busy, error } = useAction(async () => {
    await bookings.update(booking.id, { status: chosen })
    onChanged()
  })
  return (
    <form className="filters" onSubmit={(event) => (event.preventDefault(), run())}>
      <SelectField
        label={s.bookings.changeStatus}
        value={chosen}
        options={bookingStatuses}
        onChange={setChosen}
      />
      <Button type="submit" busy={busy} disabled={chosen === booking.status}>
        {s.bookings.change}
      </Button>
      <Problem error={error} />
    </form>
  )
}

function Payments({ bookingId }: { bookingId: string }) {
  const { data } = useRead('payments', ['of', bookingId], (control) =>
    control.payments.list({ bid: bookingId, limit: 50 }),
  )
  return (
    <Section
      title={s.payments.title}
      actions={
        <To className="button default" place="payments" search={{ bid: bookingId, record: 'yes' }}>
          {s.payments.record}
        </To>
      }
    >
      {data && data.results.length > 0 ? (
        <PaymentTable payments={data.results} />
      ) : (
        <p className="muted">{s.payments.noneOfBooking}</p>
      )}
    </Section>
  )
}

function GuestMessage({ bookingId }: { bookingId: string }) {
  const control = useControl()
  const [content, setContent] = useState('')
  const { run, busy, error, data } = useAction(async () => {
    const sent = await control.messages.send({ bookingId, content })
    setContent('')
    return sent
  })
  return (
    <Section title={s.bookings.message}>
      <form className="panel" onSubmit={(event) => (event.preventDefault(), run())}>
        <TextArea
          label={s.bookings.text}
          rows={2}
          required
          value={content}
          placeholder={s.bookings.textHint}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <Problem error={error} />
        <div className="buttons">
          <Button type="submit" busy={busy}>
            {s.bookings.arrive}
          </Button>
          {data && (
            <span role="status">
              {s.bookings.arrived}{' '}
              <To place="deliveries" search={{ event_type: 'message.received' }}>
                message.received
              </To>
              .
            </span>
          )}
        </div>
      </form>
    </Section>
  )
}
