import { useState } from 'preact/hooks'
import { Badge } from '../components/badge.js'
import { CodeBlock } from '../components/code-block.js'
import { ConfirmButton } from '../components/confirm-button.js'
import { Loading } from '../components/empty.js'
import { Facts } from '../components/facts.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { Time } from '../components/time.js'
import { call } from '../lib/api.js'
import { money, short } from '../lib/format.js'
import { guestName } from '../lib/guest-name.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'
import { bookingStatuses } from '../lib/vocabulary.js'

/** @typedef {import('@svc/models').Booking} Booking */

/** One booking, and what may happen to it: a change of status, a cancellation, a message of its guest. @param {{ pid: string, id: string }} props */
export function BookingDetail({ pid, id }) {
  const path = `/properties/${pid}/bookings/${encodeURIComponent(id)}`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<Booking>} */ (signal) => call(path, { signal }),
    [path],
  )
  const act = useAction(async (/** @type {'PATCH' | 'DELETE'} */ method, /** @type {object} */ body) => {
    await call(path, method === 'DELETE' ? { method } : { method, body })
    reload()
  })
  return html`
    <p class="crumb"><a href=${linkTo('bookings')}>Bookings</a></p>
    <${PageHead} title=${data ? guestName(data) : 'Booking'}>
      ${data && data.status !== 'cancelled' && html`<${ConfirmButton} label="Cancel booking" question="This fires booking.cancelled." busy=${act.busy} onConfirm=${() => void act.run('DELETE', {})} />`}
    <//>
    <${Problem} error=${error} onRetry=${reload} />
    <${Problem} error=${act.error} />
    ${loading && html`<${Loading} />`}
    ${
      data &&
      html`
        <${BookingFacts} booking=${data} />
        <div class="filters">
          <${Select}
            label="Change the status"
            value=${data.status}
            options=${bookingStatuses}
            onChange=${(/** @type {string} */ status) => void act.run('PATCH', { status })}
          />
        </div>
        <${StayDates} booking=${data} />
        <${GuestMessage} pid=${pid} bookingId=${data.id} />
        <section>
          <h2>As the API shows it</h2>
          <${CodeBlock} label="Booking" text=${JSON.stringify(data, null, 2)} />
        </section>
      `
    }
  `
}

/** @param {{ booking: Booking }} props */
function BookingFacts({ booking }) {
  const { guest } = booking
  return html`<${Facts}
    rows=${[
      ['Status', html`<${Badge} word=${booking.status} />`],
      ['Total', money(booking.total)],
      ['Booking id', html`<code>${booking.id}</code>`],
      [
        'Guest id',
        html`<a class="mono" href=${linkTo('bookings', '', { guest_id: guest.id })}>${guest.id}</a>`,
      ],
      ['Email', guest.email],
      ['Phone', guest.phone],
      ['Paid days', String(booking.paidDays)],
      ['Created', html`<${Time} at=${booking.created} />`],
      ['Updated', html`<${Time} at=${booking.updated} />`],
      ['Payments', html`<a href=${linkTo('payments', '', { bid: booking.id })}>of this booking</a>`],
      ['Description', booking.description],
    ]}
  />`
}

/** @param {{ booking: Booking }} props */
function StayDates({ booking }) {
  return html`
    <section>
      <h2>Stay dates</h2>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th>Date</th>
              <th>Room</th>
              <th>Bed</th>
              <th class="end">Amount</th>
            </tr>
          </thead>
          <tbody>
            ${booking.stay_dates.map(
              ({ date, room, bed, amount }) =>
                html`<tr>
                  <td class="number">${date}</td>
                  <td class="mono" title=${room}>${short(room)}</td>
                  <td class="mono" title=${bed}>${short(bed)}</td>
                  <td class="end number">${money(amount)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}

/** @param {{ pid: string, bookingId: string }} props */
function GuestMessage({ pid, bookingId }) {
  const [content, setContent] = useState('')
  const [sent, setSent] = useState(false)
  const { run, busy, error } = useAction(async () => {
    setSent(false)
    await call(`/properties/${pid}/messages`, { method: 'POST', body: { bookingId, content } })
    setContent('')
    setSent(true)
  })
  return html`
    <section>
      <h2>Message from an OTA</h2>
      <form
        class="panel"
        onSubmit=${(/** @type {Event} */ event) =>
          (event.preventDefault(), void run())}
      >
        <label
          >Text
          <textarea
            rows="2"
            required
            value=${content}
            placeholder="What the guest writes"
            onInput=${(/** @type {Event} */ event) => setContent(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}
          ></textarea>
        </label>
        <${Problem} error=${error} />
        <div class="buttons">
          <button type="submit" class="small" aria-busy=${busy} disabled=${busy}>Let it arrive</button>
          ${sent && html`<span role="status">It arrived and fired <a href=${linkTo('deliveries', '', { event_type: 'message.received' })}>message.received</a>.</span>`}
        </div>
      </form>
    </section>
  `
}
