import type { BookingChanges, BookingInput } from '@svc/control'
import type { Booking } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { daysLater, moveStay, stayOf } from '../../lib/stay.ts'
import { typedMoney } from '../../lib/typed-money.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

const fieldsOf = (booking: Booking | undefined) => {
  const { arrival, count } = stayOf(booking?.stay_dates ?? [])
  return {
    first_name: booking?.guest.first_name ?? '',
    last_name: booking?.guest.last_name ?? '',
    email: booking?.guest.email ?? '',
    phone: booking?.guest.phone ?? '',
    arrival,
    nights: String(count || 1),
    price: '',
    paidDays: String(booking?.paidDays ?? 0),
    description: booking?.description ?? '',
  }
}
type Fields = ReturnType<typeof fieldsOf>

/**
 * The fields of a booking. Of a new one, those that are left empty get realistic values; of one that there is, only what
 * was changed is sent, as each change fires what the real service would.
 */
export function BookingForm({
  booking,
  submit,
  onSave,
}: {
  booking?: Booking
  submit: string
  onSave: (fields: BookingInput) => Promise<unknown>
}) {
  const [before] = useState(() => fieldsOf(booking))
  const [fields, setFields] = useState(before)
  const { run, busy, error } = useAction(() =>
    onSave(booking ? changesOf(booking, before, fields) : inputOf(fields)),
  )
  const text = (name: keyof Fields) => ({
    value: fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: value }),
  })
  return (
    <form onSubmit={(event) => (event.preventDefault(), run())}>
      {!booking && <p className="muted">{s.bookings.formHint}</p>}
      <div className="pairs">
        <TextField label={s.bookings.firstName} maxLength={255} {...text('first_name')} />
        <TextField label={s.bookings.lastName} maxLength={255} {...text('last_name')} />
        <TextField label={s.bookings.email} maxLength={320} {...text('email')} />
        <TextField label={s.bookings.phone} maxLength={64} {...text('phone')} />
        <TextField
          label={s.bookings.arrival}
          type="date"
          required={booking !== undefined}
          {...text('arrival')}
        />
        <TextField label={s.bookings.nights} type="number" min="1" max="1000" required {...text('nights')} />
        {!booking && (
          <TextField
            label={s.bookings.price}
            inputMode="decimal"
            placeholder="26.00"
            className="number"
            {...text('price')}
          />
        )}
        <TextField label={s.bookings.paidDays} type="number" min="0" required {...text('paidDays')} />
      </div>
      <TextArea label={s.bookings.description} rows={2} maxLength={10_000} {...text('description')} />
      <Problem error={error} />
      <div className="buttons end">
        <Button type="submit" look="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const guestNames = ['first_name', 'last_name', 'email', 'phone'] as const

/** The fields of the guest that are others than before. */
function guestOf(before: Fields, fields: Fields): BookingInput['guest'] {
  const changed = guestNames.filter((name) => fields[name] !== before[name])
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((name) => [name, fields[name]]))
}

function inputOf(fields: Fields): BookingInput {
  return {
    guest: guestOf(fieldsOf(undefined), fields),
    stay_dates: nightsOf(fields),
    paidDays: Number(fields.paidDays),
    description: fields.description || undefined,
  }
}

/** The nights of a new booking; without an arrival some are made up. */
function nightsOf({ arrival, nights, price }: Fields): BookingInput['stay_dates'] {
  if (arrival === '') return undefined
  const amount = price.trim() === '' ? 2_600 : minor(price)
  return Array.from({ length: Number(nights) }, (_, index) => ({ date: daysLater(arrival, index), amount }))
}

/** @throws Error in words for a person when it is no money with at most two decimals */
function minor(typed: string): number {
  const [, whole, digits = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(typedMoney(typed)) ?? []
  if (whole === undefined) throw new Error(s.bookings.noPrice)
  return Number(whole) * 100 + Number(digits.padEnd(2, '0'))
}

function changesOf(booking: Booking, before: Fields, fields: Fields): BookingChanges {
  const moved = fields.arrival !== before.arrival || fields.nights !== before.nights
  return {
    guest: guestOf(before, fields),
    stay_dates: moved ? moveStay(booking.stay_dates, fields.arrival, Number(fields.nights)) : undefined,
    paidDays: fields.paidDays === before.paidDays ? undefined : Number(fields.paidDays),
    description: fields.description === before.description ? undefined : fields.description,
  }
}
