import { Badge } from '../components/badge.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Pager } from '../components/pager.js'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { Time } from '../components/time.js'
import { call, queryOf } from '../lib/api.js'
import { money } from '../lib/format.js'
import { guestName } from '../lib/guest-name.js'
import { html } from '../lib/html.js'
import { changeQuery, linkTo } from '../lib/route.js'
import { useAction } from '../lib/use-action.js'
import { useLoad } from '../lib/use-load.js'
import { bookingStatuses } from '../lib/vocabulary.js'
import { BookingDetail } from './booking-detail.js'

/** @typedef {import('@svc/models').Booking} Booking */

/** @param {{ pid: string, id: string, query: URLSearchParams }} props */
export function Bookings({ pid, id, query }) {
  if (id !== '') return html`<${BookingDetail} key=${id} pid=${pid} id=${id} />`
  return html`<${BookingList} pid=${pid} query=${query} />`
}

/** @param {{ pid: string, query: URLSearchParams }} props */
function BookingList({ pid, query }) {
  const filter = {
    status: query.get('status') ?? '',
    guest_id: query.get('guest_id') ?? '',
    start_date: query.get('start_date') ?? '',
    end_date: query.get('end_date') ?? '',
  }
  const path = `/properties/${pid}/bookings${queryOf({ ...filter, page: query.get('page') ?? '', limit: 20 })}`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<import('@svc/models').BookingPage>} */ (signal) => call(path, { signal }),
    [path],
  )
  const create = useAction(async () => {
    /** @type {Booking} */
    const made = await call(`/properties/${pid}/bookings`, { method: 'POST', body: {} })
    location.hash = linkTo('bookings', made.id)
  })
  const makeButton = html`<button
    type="button"
    class="small"
    aria-busy=${create.busy}
    disabled=${create.busy}
    onClick=${() => void create.run()}
  >
    Make a booking
  </button>`
  const change = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    changeQuery({ [name]: value })
  const dateField = (/** @type {'start_date' | 'end_date'} */ name) => ({
    value: filter[name],
    onChange: (/** @type {Event} */ event) =>
      change(name)(/** @type {HTMLInputElement} */ (event.currentTarget).value),
  })
  const filtered = Object.values(filter).some((value) => value !== '')
  return html`
    <${PageHead}
      title="Bookings"
      lead="Partners read these. What changes here fires the same events as in the real service."
      >${makeButton}<//
    >
    <${Problem} error=${create.error} />
    <form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Select}
        label="Status"
        any="Any"
        value=${filter.status}
        options=${bookingStatuses}
        onChange=${change('status')}
      />
      <label>Stays from <input type="date" ...${dateField('start_date')} /></label>
      <label>Stays until <input type="date" ...${dateField('end_date')} /></label>
    </form>
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${
      data?.total_count === 0 &&
      (filtered
        ? html`<${Empty} title="No booking matches"
            ><p><a href=${linkTo('bookings')}>Show all bookings</a></p><//
          >`
        : html`<${Empty} title="No booking yet"
            ><p>One click makes a realistic one, and fires <code>booking.created</code>.</p>
            ${makeButton}<//
          >`)
    }
    ${data && data.total_count > 0 && html`<${BookingTable} bookings=${data.results} /><${Pager} page=${data} one="booking" />`}
  `
}

/** @param {{ bookings: Booking[] }} props */
function BookingTable({ bookings }) {
  return html`
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>Guest</th>
            <th>Stay</th>
            <th class="end">Total</th>
            <th>Created (UTC)</th>
          </tr>
        </thead>
        <tbody>
          ${bookings.map(
            (booking) => html`
              <tr key=${booking.id}>
                <td><${Badge} word=${booking.status} /></td>
                <td class="wide"><a href=${linkTo('bookings', booking.id)}>${guestName(booking)}</a></td>
                <td class="number">${stayText(booking)}</td>
                <td class="end number">${money(booking.total)}</td>
                <td><${Time} at=${booking.created} /></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

/** First and last night. @param {Booking} booking */
function stayText({ stay_dates }) {
  const nights = stay_dates.map(({ date }) => date).toSorted()
  const [first] = nights
  const last = nights.at(-1)
  if (first === undefined || last === undefined) return 'no nights'
  return first === last ? first : `${first} – ${last}`
}
