import { Badge } from '../components/badge.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Pager } from '../components/pager.js'
import { Problem } from '../components/problem.js'
import { Time } from '../components/time.js'
import { call, queryOf } from '../lib/api.js'
import { short } from '../lib/format.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'
import { useLoad } from '../lib/use-load.js'

/** @typedef {import('@svc/models').Payment} Payment */
/** @typedef {{ results: Payment[], total_count: number, total_pages: number, current_page: number }} PaymentPage */

/** The payments that partners recorded; deleted ones stay for the audit. @param {{ pid: string, query: URLSearchParams }} props */
export function Payments({ pid, query }) {
  const bid = query.get('bid') ?? ''
  const path = `/properties/${pid}/payments${queryOf({ bid, page: query.get('page') ?? '', limit: 20 })}`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<PaymentPage>} */ (signal) => call(path, { signal }),
    [path],
    { every: 5_000 },
  )
  return html`
    <${PageHead}
      title="Payments"
      lead="Recorded through the API. A deleted payment is hidden from partners and kept here."
    />
    ${bid !== '' && html`<p>Of booking <a class="mono" href=${linkTo('bookings', bid)}>${bid}</a> · <a href=${linkTo('payments')}>Show all payments</a></p>`}
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${
      data?.total_count === 0 &&
      html`<${Empty} title=${bid === '' ? 'No payment yet' : 'No payment of this booking'}>
        <p><a href=${linkTo('home')}>Home</a> has a command that records one.</p>
      <//>`
    }
    ${data && data.total_count > 0 && html`<${PaymentTable} payments=${data.results} /><${Pager} page=${data} one="payment" />`}
  `
}

/** @param {{ payments: Payment[] }} props */
function PaymentTable({ payments }) {
  return html`
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Type</th>
            <th>Name</th>
            <th class="end">Amount</th>
            <th>Method</th>
            <th>Booking</th>
            <th>Date (UTC)</th>
            <th>Id</th>
          </tr>
        </thead>
        <tbody>
          ${payments.map(
            (payment) => html`
              <tr key=${payment.id} class=${payment.status ? '' : 'faded'}>
                <td>
                  <${Badge} word=${payment.type} />${!payment.status && html` <${Badge} word="deleted" />`}
                </td>
                <td class="wide" title=${payment.description ?? ''}>${payment.name}</td>
                <td class="end number">${payment.amount}</td>
                <td>${payment.paymentMethod}</td>
                <td>
                  ${payment.bid ? html`<a class="mono" href=${linkTo('bookings', payment.bid)}>${short(payment.bid)}</a>` : html`<span class="muted">none</span>`}
                </td>
                <td><${Time} at=${payment.date} /></td>
                <td class="mono" title=${payment.id}>${short(payment.id)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}
