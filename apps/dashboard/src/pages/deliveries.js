import { Badge } from '../components/badge.js'
import { AnswerOf, NextAttempt } from '../components/delivery-state.js'
import { Empty, Loading } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { Pager } from '../components/pager.js'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { Time } from '../components/time.js'
import { call, queryOf } from '../lib/api.js'
import { html } from '../lib/html.js'
import { changeQuery, linkTo } from '../lib/route.js'
import { useLoad } from '../lib/use-load.js'
import { deliveryAttempts, deliveryStatuses, eventTypes } from '../lib/vocabulary.js'
import { DeliveryDetail } from './delivery-detail.js'
import { ResendMany } from './resend-many.js'

/** @typedef {import('@svc/control').ControlDelivery} ControlDelivery */
/** @typedef {import('@svc/control').DeliveryPage} DeliveryPage */

/** The delivery log: what was sent where, how it went, and when it is tried again. */
/** @param {{ pid: string, id: string, query: URLSearchParams }} props */
export function Deliveries({ pid, id, query }) {
  if (id !== '') return html`<${DeliveryDetail} key=${id} pid=${pid} id=${id} />`
  return html`<${DeliveryList} pid=${pid} query=${query} />`
}

/** @param {{ pid: string, query: URLSearchParams }} props */
function DeliveryList({ pid, query }) {
  const filter = {
    status: query.get('status') ?? '',
    event_type: query.get('event_type') ?? '',
    endpoint_id: query.get('endpoint_id') ?? '',
  }
  const path = `/properties/${pid}/deliveries${queryOf({ ...filter, page: query.get('page') ?? '', limit: 25 })}`
  const { data, error, loading, reload } = useLoad(
    /** @returns {Promise<DeliveryPage>} */ (signal) => call(path, { signal }),
    [path],
    { every: 2_000 },
  )
  const endpoints = useLoad(
    /** @returns {Promise<{ id: string, url: string }[]>} */
    (signal) => call(`/properties/${pid}/webhooks`, { signal }),
    [pid],
  )
  const filtered = Object.values(filter).some((value) => value !== '')
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    changeQuery({ [name]: value })
  return html`
    <${PageHead}
      title="Deliveries"
      lead="Each event goes to each subscribed endpoint as one delivery: five attempts, then it is dead."
    >
      <${ResendMany} pid=${pid} onDone=${reload} />
    <//>
    <form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Select}
        label="Status"
        any="Any"
        value=${filter.status}
        options=${deliveryStatuses}
        onChange=${choose('status')}
      />
      <${Select}
        label="Event"
        any="Any"
        value=${filter.event_type}
        options=${eventTypes}
        onChange=${choose('event_type')}
      />
      <${Select}
        label="Endpoint"
        any="Any"
        value=${filter.endpoint_id}
        options=${(endpoints.data ?? []).map(({ id, url }) => [id, url])}
        onChange=${choose('endpoint_id')}
      />
    </form>
    <${Problem} error=${error} onRetry=${reload} />
    ${loading && html`<${Loading} />`}
    ${
      data?.total_count === 0 &&
      (filtered
        ? html`<${Empty} title="No delivery matches"
            ><p><a href=${linkTo('deliveries')}>Show all deliveries</a></p><//
          >`
        : html`<${Empty} title="No delivery yet">
            <p>
              Register an <a href=${linkTo('endpoints')}>endpoint</a>, then${' '}
              <a href=${linkTo('events')}>send it an event</a> or record a payment.
            </p>
          <//>`)
    }
    ${data && data.total_count > 0 && html`<${DeliveryTable} deliveries=${data.results} /><${Pager} page=${data} one="delivery" many="deliveries" />`}
  `
}

/** @param {{ deliveries: ControlDelivery[] }} props */
function DeliveryTable({ deliveries }) {
  return html`
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>Event</th>
            <th>Endpoint</th>
            <th class="end">Attempts</th>
            <th>Answer</th>
            <th>Next attempt</th>
            <th>Fired (UTC)</th>
          </tr>
        </thead>
        <tbody>
          ${deliveries.map(
            (delivery) => html`
              <tr key=${delivery.id}>
                <td>
                  <${Badge}
                    word=${delivery.status}
                  />${delivery.held && html` <${Badge} word="held" title="Its endpoint is switched off" />`}
                </td>
                <td><a class="mono" href=${linkTo('deliveries', delivery.id)}>${delivery.event_type}</a></td>
                <td class="wide mono">${delivery.endpoint_url}</td>
                <td class="end number">
                  ${delivery.attempts} / ${Math.max(deliveryAttempts, delivery.attempts)}
                </td>
                <td><${AnswerOf} delivery=${delivery} /></td>
                <td><${NextAttempt} delivery=${delivery} /></td>
                <td><${Time} at=${delivery.created_at} /></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}
