import type { Booking } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { money, short } from '../../lib/format.ts'
import { Section } from '../../ui/layout.tsx'

/** Nights down, beds across: who sleeps where, and what it costs. */
export function StayCalendar({ booking }: { booking: Booking }) {
  const { stay_dates } = booking
  const nights = [...Map.groupBy(stay_dates, ({ date }) => date)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  const beds = [...new Map(stay_dates.map(({ bed, room }) => [bed, { bed, room }])).values()]
  return (
    <Section title={s.bookings.stayDates}>
      <div className="table">
        <table className="calendar" aria-label={s.bookings.stayDates}>
          <thead>
            <tr>
              <th scope="col">{s.bookings.date}</th>
              {beds.map(({ bed, room }) => (
                <th
                  key={bed}
                  scope="col"
                  className="end"
                  title={`${s.bookings.room} ${room}\n${s.bookings.bed} ${bed}`}
                >
                  <small className="muted">{short(room)}</small>
                  <br />
                  {s.bookings.bed} {short(bed)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nights.map(([date, of]) => (
              <tr key={date}>
                <th scope="row" className="number nowrap">
                  {date} <small className="muted">{weekday(date)}</small>
                </th>
                {beds.map(({ bed, room }) => {
                  const night = of.find((one) => one.bed === bed)
                  return (
                    <td key={bed} data-label={`${s.bookings.bed} ${short(room)}`} className="end number">
                      {night ? <span className="night">{money(night.amount)}</span> : '·'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const weekday = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(s.locale, { weekday: 'short', timeZone: 'UTC' })
