import { createHmac, randomUUID } from 'node:crypto'
import type { Answer, Bend, Inside } from '../support/example.ts'
import {
  answering,
  answersOf,
  asking,
  delivering,
  eachOf,
  endpointsAtMost,
  type Fields,
  isOf,
  type Mutant,
  parse,
  signature,
} from './mutant.ts'

const signing = (sign: (body: string, secret: string) => string): Bend => delivering(() => {}, sign)
const sending = (headers: (before: Record<string, string>) => Record<string, string>): Bend => ({
  attempt(attempt) {
    attempt.headers = headers(attempt.headers)
  },
})
const without = (name: string) =>
  sending((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)))
const sets = (name: string, value: string) => sending((before) => ({ ...before, [name]: value }))

/** What the receiver answered is taken for something else. */
const judging = (change: (status: number) => number): Bend => ({
  async post(attempt, { post }) {
    const answer = await post(attempt)
    return { ...answer, status: change(answer.status) }
  },
})

let turns = 0
const nth = new Map<string, number>()
/** Times between attempts: the timers of the ladder are the long ones. */
const ladder = (change: (ms: number) => number): Bend => ({ delay: (ms) => (ms >= 60_000 ? change(ms) : ms) })

const fires = (
  types: readonly string[],
  when: string,
  data: (id: string, inside: Inside) => Fields,
): Bend => {
  const endpoints = new Map<string, { url: string; secret: string; events: string[] }>()
  return {
    answer(answer, request, inside) {
      if (answer.status >= 300) return undefined
      if (isOf(request, 'createWebhook')) {
        const { id, url, secret, events } = parse(answer.body)
        endpoints.set(id, { url, secret, events })
      }
      if (isOf(request, 'deleteWebhook')) endpoints.delete(request.path.split('/').at(-1) ?? '')
      if (!isOf(request, when)) return undefined
      const payment = request.path.split('/').at(-1) ?? ''
      for (const { url, secret, events } of endpoints.values()) {
        for (const type of types.filter((name) => events.includes(name))) {
          const id = randomUUID()
          const created_at = new Date(inside.time.now()).toISOString()
          const body = JSON.stringify({
            id,
            type,
            property_id: randomUUID(),
            created_at,
            data: data(payment, inside),
          })
          const headers = {
            'Content-Type': 'application/json',
            'X-SVC-Signature': signature(body, secret),
            'X-SVC-Event': type,
            'X-SVC-Delivery': id,
          }
          inside.time.setTimeout(() => void inside.post({ url, headers, body }).catch(() => {}), 0)
        }
      }
      return undefined
    },
  }
}
const amountOf = (id: string, { data }: Inside) =>
  data.payments.find((payment) => payment.id === id)?.amount ?? '1.0000'

const isFull = ({ body }: Answer) => body.includes('at most 50')

/** Changes the log of endpoints that were switched off. */
function offLog(change: (item: Fields) => void): Bend {
  const off = new Set<string>()
  return {
    answer(answer, request) {
      const id = request.path.split('/')[5] ?? ''
      if (isOf(request, 'updateWebhook') && parse(request.body)?.is_active === false) off.add(id)
      if (!isOf(request, 'listDeliveries') || !off.has(id) || answer.status !== 200) return undefined
      const log = parse(answer.body)
      for (const item of log) change(item)
      return { ...answer, body: JSON.stringify(log) }
    },
  }
}

/** Order, time, storage and deliveries. */
export const behaviourFaults: Mutant[] = [
  // Order and pages.
  {
    name: 'oldest bookings first',
    bend: answering('listBookings', (body) => ({ ...body, results: body.results.toReversed() })),
    found: ['booking-order', 'pages-stable'],
  },
  {
    name: 'bookings in the order of their ids',
    bend: answering(
      'listBookings',
      (body) =>
        void (body.results = body.results.toSorted((a: Fields, b: Fields) => (a['id'] < b['id'] ? -1 : 1))),
    ),
    found: ['booking-order', 'pages-stable'],
  },
  {
    name: 'pages overlap',
    bend: {
      request: (request, { ask }) => {
        const page = /([?&]page=)(\d+)/.exec(request.path)
        if (!isOf(request, 'listBookings') || page?.[2] !== '2') return ask(request)
        const one = parse(ask(request).body)
        const first = parse(ask({ ...request, path: request.path.replace('page=2', 'page=1') }).body)
        const answer = ask(request)
        return {
          ...answer,
          body: JSON.stringify({
            ...one,
            results: [...(first.results ?? []).slice(-1), ...(one.results ?? []).slice(0, -1)],
          }),
        }
      },
    },
    found: ['pages-stable'],
  },
  {
    name: 'the last booking of a page is left out',
    bend: answering('listBookings', (body) => void (body.results.length > 4 && body.results.pop())),
    found: ['bookings-list', 'pages-stable'],
  },
  {
    name: 'total_count is that of the page',
    bend: answering('listBookings', (body) => void (body.total_count = body.results.length)),
    found: ['bookings-list', 'pages', 'beyond-the-last-page', 'pages-stable'],
  },
  {
    name: 'total_count is that of all bookings',
    bend: answering('listBookings', (body) => void (body.total_count = 24)),
    found: ['status-filter', 'guest-filter'],
  },
  {
    name: 'total_pages is one more',
    bend: answering('listBookings', (body) => void (body.total_pages += 1)),
    found: ['bookings-list'],
  },
  {
    name: 'total_pages is of 10 always',
    bend: answering('listBookings', (body) => void (body.total_pages = Math.ceil(body.total_count / 10))),
    found: ['pages'],
  },
  {
    name: 'current_page from 0',
    bend: answering('listBookings', (body) => void (body.current_page -= 1)),
    found: ['bookings-list'],
  },
  {
    name: 'current_page is always 1',
    bend: answering('listBookings', (body) => void (body.current_page = 1)),
    found: ['pages'],
  },
  {
    name: 'one page of nothing',
    bend: answering('listBookings', (body) => void (body.total_pages ||= 1)),
    found: ['beyond-the-last-page'],
  },
  {
    name: 'beyond the last page is 404',
    bend: {
      answer: (answer, { path }) => (path.includes('page=1000000') ? { ...answer, status: 404 } : undefined),
    },
    found: ['beyond-the-last-page', 'bookings-list'],
  },
  {
    name: 'oldest payments first',
    bend: answering('listPayments', (body) => body.toReversed()),
    found: ['payment-order'],
  },
  {
    name: 'payments ten at most',
    bend: answering('listPayments', (body) => body.slice(0, 10)),
    found: [
      'payments-whole',
      'payment-created',
      'partial-update',
      'links',
      'key-scope',
      'null',
      'payment-deleted',
    ],
  },
  {
    name: 'payments of yesterday are left out',
    bend: answering('listPayments', (body) =>
      body.filter((payment: Fields) => !payment['name'].includes('Deposit')),
    ),
    found: ['payment-created'],
  },
  {
    name: 'endpoints oldest first',
    bend: answering('listWebhooks', (body) => body.toReversed()),
    found: ['endpoint-order'],
  },
  {
    name: 'deliveries oldest first',
    bend: answering('listDeliveries', (body) => body.toReversed()),
    found: ['history'],
  },
  {
    name: 'the first 50 deliveries',
    bend: (() => {
      const all = new Map<string, Fields[]>()
      return answering('listDeliveries', (body, { path }) => {
        const seen = all.get(path) ?? []
        for (const item of body.toReversed())
          if (!seen.some((known) => known['id'] === item['id'])) seen.push(item)
        all.set(path, seen)
        return body.length === 50 ? body.slice(0, 49).concat(body.slice(0, 1)) : body
      })
    })(),
    found: ['history'],
  },
  {
    name: 'only 20 deliveries',
    bend: answering('listDeliveries', (body) => body.slice(0, 20)),
    found: ['history'],
  },
  {
    name: 'more than 50 deliveries',
    bend: answering('listDeliveries', (body) => (body.length === 50 ? [...body, body[49]] : body)),
    found: ['history'],
  },

  // Filters.
  {
    name: 'dates are those of arrival',
    bend: {
      request: (request, { ask, data }) => {
        if (!isOf(request, 'listBookings') || !/_date=/.test(request.path)) return ask(request)
        const all = data.bookings.map((booking) => booking.stay_dates)
        data.bookings.forEach((booking) => (booking.stay_dates = booking.stay_dates.slice(0, 1)))
        const answer = ask(request)
        data.bookings.forEach((booking, at) => (booking.stay_dates = all[at] ?? []))
        const body = parse(answer.body)
        for (const booking of body?.results ?? [])
          booking.stay_dates = data.bookings.find(({ id }) => id === booking.id)?.stay_dates
        return { ...answer, body: JSON.stringify(body) }
      },
    },
    found: ['start-date', 'end-date'],
  },
  {
    name: 'dates before and after, none between, match',
    bend: {
      request: (request, { ask, data }) => {
        const query = new URLSearchParams(request.path.split('?')[1])
        const [start, end] = [query.get('start_date'), query.get('end_date')]
        if (!isOf(request, 'listBookings') || !start || !end || start > end) return ask(request)
        const kept = data.bookings.filter(
          ({ stay_dates }) =>
            stay_dates.some(({ date }) => date >= start) && stay_dates.some(({ date }) => date <= end),
        )
        const answer = ask({ ...request, path: '/api/v1/client/bookings' })
        const body = parse(answer.body)
        return {
          ...answer,
          body: JSON.stringify(
            body?.results
              ? { results: kept, total_count: kept.length, total_pages: 1, current_page: 1 }
              : body,
          ),
        }
      },
    },
    found: ['dates-between'],
  },
  {
    name: 'filters together find what any of them finds',
    bend: {
      request: (request, { ask }) => {
        const query = new URLSearchParams(request.path.split('?')[1])
        if (!isOf(request, 'listBookings') || !query.has('guest_id') || !query.has('status'))
          return ask(request)
        query.delete('status')
        return ask({ ...request, path: `/api/v1/client/bookings?${query.toString()}` })
      },
    },
    found: ['filters-together'],
  },
  {
    name: 'bid finds payments of guests too',
    bend: answering('listPayments', (body, { path }, { data }) =>
      path.includes('?bid=') && body.length > 0
        ? data.payments.filter(({ status }) => status).slice(0, 3)
        : body,
    ),
    found: ['bid-filter'],
  },
  {
    name: 'the detail is of another booking',
    bend: {
      answer: (answer, request, { data }) =>
        isOf(request, 'getBooking') && answer.status === 200
          ? { ...answer, body: JSON.stringify(data.bookings[3]) }
          : undefined,
    },
    found: ['booking-detail'],
  },
  {
    name: 'the detail has no stay dates',
    bend: eachOf('getBooking', (item) => (item['stay_dates'] = [])),
    found: ['booking-detail'],
  },

  // Amounts and dates.
  {
    name: 'amounts as they were sent',
    bend: eachOf('listPayments', (item) => (item['amount'] = item['amount'].replace(/\.?0+$/, ''))),
    found: ['four-decimals', 'create-answer'],
  },
  {
    name: 'two decimals',
    bend: eachOf('listPayments', (item) => (item['amount'] = Number(item['amount']).toFixed(2))),
    found: ['four-decimals', 'exact-amounts'],
  },
  {
    name: 'payments dated a year ago',
    bend: eachOf('listPayments', (item) => (item['date'] = item['date'].replace('2026', '2025'))),
    found: ['recorded-fields', 'create-answer'],
  },
  {
    name: 'absent links',
    bend: eachOf('listPayments', (item) => {
      if (item['bid'] === null) delete item['bid']
    }),
    found: ['payment-order'],
  },
  {
    name: 'updated_at never changes',
    bend: (() => {
      const first = new Map<string, string>()
      const keep = (item: Fields) => {
        if (!first.has(item['id'])) first.set(item['id'], item['updated_at'])
        item['updated_at'] = first.get(item['id'])
      }
      return {
        answer: (answer, request) => {
          if (answer.status !== 200 || !(isOf(request, 'listWebhooks') || isOf(request, 'updateWebhook')))
            return undefined
          const body = parse(answer.body)
          for (const item of Array.isArray(body) ? body : [body]) keep(item)
          return { ...answer, body: JSON.stringify(body) }
        },
      }
    })(),
    found: ['updated-at'],
  },
  {
    name: 'updated_at before a change is null',
    bend: eachOf('listWebhooks', (item) => {
      if (item['updated_at'] === item['created_at']) item['updated_at'] = null
    }),
    found: ['endpoint-listed', 'endpoints-list'],
  },
  {
    name: 'updated_at before a change is later',
    bend: eachOf('listWebhooks', (item) => {
      if (item['updated_at'] === item['created_at']) item['updated_at'] = '2030-01-01T00:00:00.000Z'
    }),
    found: ['updated-at'],
  },

  // Endpoints.
  {
    name: 'deleting an endpoint deletes all',
    bend: {
      request: (request, { ask }) => {
        const answer = ask(request)
        if (isOf(request, 'deleteWebhook') && answer.status === 204) {
          const list = { ...request, method: 'GET', path: '/api/v1/client/webhooks', body: '' }
          for (const { id } of parse(ask(list).body) ?? [])
            ask({ ...request, path: `/api/v1/client/webhooks/${id}` })
        }
        return answer
      },
    },
    found: ['endpoint-deleted'],
  },
  {
    name: 'a deleted endpoint stays in the list',
    bend: (() => {
      const gone: Fields[] = []
      return {
        request: (request, { ask }) => {
          if (isOf(request, 'deleteWebhook')) {
            const list = parse(ask({ ...request, method: 'GET', path: '/api/v1/client/webhooks' }).body)
            const found = Array.isArray(list) && list.find(({ id }) => request.path.endsWith(id))
            if (found) gone.push(found)
          }
          const answer = ask(request)
          if (!isOf(request, 'listWebhooks') || answer.status !== 200) return answer
          return { ...answer, body: JSON.stringify([...parse(answer.body), ...gone]) }
        },
      }
    })(),
    found: ['endpoint-deleted', 'resend-endpoint'],
  },
  {
    name: 'new endpoints are not active',
    bend: eachOf('createWebhook', (item) => (item['is_active'] = false)),
    found: ['endpoint-created'],
  },
  {
    name: 'all but the first event are left out of the list',
    bend: eachOf('listWebhooks', (item) => (item['events'] = item['events'].slice(0, 1))),
    found: ['endpoint-listed'],
  },

  // What is sent.
  {
    name: 'nothing is sent',
    bend: { post: async () => ({ status: 204, body: '' }) },
    found: ['delivery-arrives'],
  },
  {
    name: 'everything is sent twice',
    bend: {
      post: async (attempt, { post }) => {
        await post(attempt)
        return post(attempt)
      },
    },
    found: ['delivery-arrives'],
  },
  {
    name: 'payment.created is not sent',
    bend: {
      post: async (attempt, { post }) =>
        attempt.body.includes('payment.created') ? { status: 204, body: '' } : post(attempt),
    },
    found: ['delivery-arrives'],
  },
  {
    name: 'payment.updated is not sent',
    bend: {
      post: async (attempt, { post }) =>
        attempt.body.includes('payment.updated') ? { status: 204, body: '' } : post(attempt),
    },
    found: ['payment-updated-event'],
  },
  {
    name: 'sent after a second and a half',
    bend: { delay: (ms) => (ms === 0 ? 1_500 : ms) },
    found: ['prompt'],
  },
  {
    name: 'most are sent after four seconds',
    bend: { delay: (ms) => (ms > 0 ? ms : turns++ % 3 === 0 ? 0 : 4_000) },
    found: ['prompt'],
  },
  {
    name: 'sent after ten seconds',
    bend: { delay: (ms) => (ms === 0 ? 10_000 : ms) },
    found: ['prompt'],
  },
  {
    name: 'new amounts fire nothing',
    bend: asking((request) => {
      const body = parse(request.body)
      return isOf(request, 'updatePayment') && body?.amount && typeof body.amount === 'string'
        ? { body: JSON.stringify({ ...body, amount: '10.00' }) }
        : undefined
    }),
    found: ['payment-updated-event', 'partial-update'],
  },
  {
    name: 'every update fires',
    bend: fires(['payment.updated'], 'updatePayment', (paymentId, inside) => ({
      paymentId,
      amount: amountOf(paymentId, inside),
    })),
    found: ['quiet-changes', 'payment-updated-event'],
  },
  {
    name: 'deleting fires',
    bend: fires(['payment.updated'], 'deletePayment', (paymentId, inside) => ({
      paymentId,
      amount: amountOf(paymentId, inside),
    })),
    found: ['quiet-changes'],
  },
  {
    name: 'all events to all endpoints',
    bend: asking((request) => {
      const body = parse(request.body)
      return isOf(request, 'createWebhook') &&
        Array.isArray(body?.events) &&
        body.events.length === 1 &&
        body.events[0].startsWith('payment')
        ? { body: JSON.stringify({ ...body, events: ['payment.created', 'payment.updated'] }) }
        : undefined
    }),
    found: ['subscription', 'payment-updated-event'],
  },
  {
    name: 'switched off is still sent',
    bend: asking((request) =>
      isOf(request, 'updateWebhook') && parse(request.body)?.is_active === false
        ? { body: '{"is_active":true}' }
        : undefined,
    ),
    found: ['switched-off', 'endpoint-updated'],
  },

  // How it is sent.
  ...['Content-Type', 'X-SVC-Signature', 'X-SVC-Event', 'X-SVC-Delivery'].map((name): Mutant => ({
    name: `deliveries without ${name}`,
    bend: without(name),
    found: ['delivery-headers', 'signature'],
  })),
  { name: 'deliveries as text', bend: sets('Content-Type', 'text/plain'), found: ['delivery-headers'] },
  {
    name: 'deliveries as a form',
    bend: sets('Content-Type', 'application/x-www-form-urlencoded'),
    found: ['delivery-headers'],
  },
  {
    name: 'the event in other words',
    bend: sending((before) => ({
      ...before,
      'X-SVC-Event': (before['X-SVC-Event'] ?? '').replace('.', '_'),
    })),
    found: ['delivery-headers'],
  },
  {
    name: 'another id in the header',
    bend: sending((before) => ({ ...before, 'X-SVC-Delivery': randomUUID() })),
    found: ['delivery-headers'],
  },
  {
    name: 'one id for all',
    bend: delivering((body, headers) => {
      body['id'] = headers['X-SVC-Delivery'] = '11111111-1111-4111-8111-111111111111'
    }, signature),
    found: ['envelope', 'each-endpoint', 'record-id'],
  },
  {
    name: 'a new id each attempt',
    bend: delivering((body, headers) => {
      body['id'] = headers['X-SVC-Delivery'] = randomUUID()
    }, signature),
    found: ['retry', 'record-id'],
  },
  {
    name: 'another property each time',
    bend: delivering((body) => (body['property_id'] = randomUUID()), signature),
    found: ['envelope'],
  },
  {
    name: 'an attempt says which one it is',
    bend: delivering((body) => {
      const count = (nth.get(body['id']) ?? 0) + 1
      nth.set(body['id'], count)
      if (count > 1) body['attempt'] = count
    }, signature),
    found: ['retry-bytes'],
  },
  {
    name: 'amounts of events as numbers',
    bend: delivering((body) => (body['data'].amount = Number(body['data'].amount)), signature),
    found: ['payment-created-data'],
  },
  {
    name: 'amounts of events in minor units',
    bend: delivering(
      (body) => (body['data'].amount = String(Math.round(Number(body['data'].amount) * 100))),
      signature,
    ),
    found: ['payment-created-data'],
  },
  {
    name: 'amounts of events with two decimals',
    bend: delivering((body) => (body['data'].amount = Number(body['data'].amount).toFixed(2)), signature),
    found: ['event-amount'],
  },
  {
    name: 'payment.updated has the amount of before',
    bend: (() => {
      const before = new Map<string, string>()
      return delivering((body) => {
        const { paymentId, amount } = body['data']
        body['data'].amount = before.get(paymentId) ?? amount
        before.set(paymentId, amount)
      }, signature)
    })(),
    found: ['payment-updated-event'],
  },
  {
    name: 'data of another payment',
    bend: delivering((body) => (body['data'].paymentId = randomUUID()), signature),
    found: ['payment-created-data'],
  },
  {
    name: 'data is the whole payment under another name',
    bend: delivering((body) => (body['data'] = { payment: body['data'] }), signature),
    found: ['payment-created-data'],
  },

  // Signatures.
  {
    name: 'signed with the secret of another',
    bend: signing((body) => signature(body, 'whsec_other')),
    found: ['signature'],
  },
  {
    name: 'signed with the decoded secret',
    bend: signing(
      (body, secret) =>
        `sha256=${createHmac('sha256', Buffer.from(secret.slice(6), 'base64url'))
          .update(body)
          .digest('hex')}`,
    ),
    found: ['signature'],
  },
  {
    name: 'signed in base64',
    bend: signing((body, secret) => `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`),
    found: ['signature'],
  },
  {
    name: 'signed without sha256=',
    bend: signing((body, secret) => signature(body, secret).slice(7)),
    found: ['signature'],
  },
  {
    name: 'signed as v1=',
    bend: signing((body, secret) => signature(body, secret).replace('sha256', 'v1')),
    found: ['signature'],
  },
  {
    name: 'signed with SHA-1',
    bend: signing((body, secret) => `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`),
    found: ['signature'],
  },
  {
    name: 'signed with SHA-512',
    bend: signing((body, secret) => `sha256=${createHmac('sha512', secret).update(body).digest('hex')}`),
    found: ['signature'],
  },
  {
    name: 'signed over data alone',
    bend: signing((body, secret) => signature(JSON.stringify(parse(body).data), secret)),
    found: ['signature'],
  },
  {
    name: 'signed over id and body',
    bend: signing((body, secret) => signature(`${parse(body).id}.${body}`, secret)),
    found: ['signature'],
  },
  {
    name: 'signed before the body was written anew',
    bend: { attempt: (attempt) => void (attempt.body = JSON.stringify(parse(attempt.body), null, 2)) },
    found: ['signature'],
  },
  {
    name: 'only the first attempt is signed right',
    bend: (() => {
      const count = new Map<string, number>()
      return {
        attempt: (attempt) => {
          const id = attempt.headers['X-SVC-Delivery'] ?? ''
          count.set(id, (count.get(id) ?? 0) + 1)
          if ((count.get(id) ?? 0) > 1) attempt.headers['X-SVC-Signature'] = `sha256=${'0'.repeat(64)}`
        },
      }
    })(),
    found: ['retry'],
  },

  // What an answer means, and when.
  {
    name: 'only 200 is success',
    bend: judging((status) => (status === 200 || status === 204 || status === 202 ? status : 500)),
    found: ['any-2xx', 'retry'],
  },
  {
    name: 'only up to 204 is success',
    bend: judging((status) => (status > 204 && status < 300 ? 500 : status)),
    found: ['any-2xx'],
  },
  {
    name: 'redirects are success',
    bend: judging((status) => (status === 307 ? 200 : status)),
    found: ['redirect'],
  },
  {
    name: 'redirects are followed',
    bend: {
      async post(attempt, { post }) {
        const answer: Fields & { status: number; body: string } = await post(attempt)
        const location = answer['headers']?.location
        return location ? post({ ...attempt, url: location }) : answer
      },
    },
    found: ['redirect'],
  },
  {
    name: '4xx is success',
    bend: judging((status) => (status >= 400 && status < 500 ? 204 : status)),
    found: ['failed-status'],
  },
  {
    name: '5xx is success',
    bend: judging((status) => (status >= 500 ? 200 : status)),
    found: ['failed-attempt'],
  },
  {
    name: 'a receiver has three seconds',
    bend: { delay: (ms) => (ms === 5_000 ? 3_000 : ms) },
    found: ['five-seconds', 'four-seconds'],
  },
  {
    name: 'a receiver has ten seconds',
    bend: { delay: (ms) => (ms === 5_000 ? 10_500 : ms) },
    found: ['five-seconds'],
  },
  {
    name: 'a receiver has a minute',
    bend: { delay: (ms) => (ms === 5_000 ? 59_000 : ms) },
    found: ['five-seconds'],
  },
  { name: 'retries come twice as fast', bend: ladder((ms) => ms / 2), found: ['retry', 'ladder'] },
  { name: 'retries come twice as late', bend: ladder((ms) => ms * 2), found: ['retry', 'ladder'] },
  {
    name: 'the first retry comes at once',
    bend: ladder((ms) => (ms === 60_000 ? 1_000 : ms)),
    found: ['retry'],
  },
  {
    name: 'the third attempt comes after a minute',
    bend: ladder((ms) => (ms === 300_000 ? 60_000 : ms)),
    found: ['ladder'],
  },
  {
    name: 'the fourth attempt comes after three hours',
    bend: ladder((ms) => (ms === 1_800_000 ? 10_800_000 : ms)),
    found: ['ladder'],
  },
  {
    name: 'the fifth attempt comes after an hour',
    bend: ladder((ms) => (ms === 7_200_000 ? 3_600_000 : ms)),
    found: ['ladder'],
  },
  { name: 'four attempts', bend: ladder((ms) => (ms === 7_200_000 ? 1e12 : ms)), found: ['ladder'] },
  { name: 'no retries', bend: ladder(() => 1e12), found: ['retry'] },
  { name: 'a minute between all attempts', bend: ladder(() => 60_000), found: ['ladder'] },
  { name: 'minutes in place of seconds', bend: ladder((ms) => ms * 60), found: ['retry'] },

  // The log.
  {
    name: 'the log has no answer',
    bend: eachOf('listDeliveries', (item) => (item['response_body'] = null)),
    found: ['delivery-record', 'failed-attempt', 'long-answer'],
  },
  {
    name: 'the log has the whole answer',
    bend: eachOf('listDeliveries', (item) => {
      if (item['response_body']?.length === 16_384) item['response_body'] = 'x'.repeat(20_000)
    }),
    found: ['long-answer'],
  },
  {
    name: 'the log has 1,000 characters',
    bend: eachOf(
      'listDeliveries',
      (item) => (item['response_body'] = item['response_body']?.slice(0, 1_000) ?? null),
    ),
    found: ['long-answer'],
  },
  {
    name: 'the log has always 200',
    bend: eachOf('listDeliveries', (item) => {
      if (item['response_status']) item['response_status'] = 200
    }),
    found: ['delivery-record', 'failed-attempt'],
  },
  {
    name: 'attempts from 0',
    bend: eachOf('listDeliveries', (item) => (item['attempts'] = Math.max(0, item['attempts'] - 1))),
    found: ['delivery-record'],
  },
  {
    name: 'attempts count the one to come',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] !== 'delivered') item['attempts'] += 1
    }),
    found: ['failed-attempt', 'pending'],
  },
  {
    name: 'delivered is success',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'delivered') item['status'] = 'success'
    }),
    found: ['delivery-record'],
  },
  {
    name: 'failed is retrying',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'failed') item['status'] = 'retrying'
    }),
    found: ['failed-attempt'],
  },
  {
    name: 'dead is failed',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'dead') item['status'] = 'failed'
    }),
    found: ['ladder'],
  },
  {
    name: 'dead after one attempt',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'failed') item['status'] = 'dead'
    }),
    found: ['failed-attempt'],
  },
  {
    name: 'failed stays pending',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'failed') item['status'] = 'pending'
    }),
    found: ['failed-status'],
  },
  {
    name: 'pending is failed',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'pending') item['status'] = 'failed'
    }),
    found: ['pending'],
  },
  {
    name: 'delivered from the start',
    bend: eachOf('listDeliveries', (item) => {
      if (item['status'] === 'pending') item['status'] = 'delivered'
    }),
    found: ['pending'],
  },
  {
    name: 'the log has ids of its own',
    bend: eachOf(
      'listDeliveries',
      (item) => (item['id'] = item['id'].replace(/^./, (sign: string) => (sign === '0' ? '1' : '0'))),
    ),
    found: ['record-id'],
  },
  {
    name: 'the log names another event',
    bend: eachOf('listDeliveries', (item) => (item['event_type'] = 'payment.updated')),
    found: ['delivery-record'],
  },
  {
    name: 'a failed delivery has delivered_at',
    bend: eachOf('listDeliveries', (item) => (item['delivered_at'] ??= item['created_at'])),
    found: ['failed-attempt'],
  },
  {
    name: 'attempts in flight are forgotten when their endpoint is switched off',
    bend: offLog((item) => {
      if (item['status'] === 'delivered')
        Object.assign(item, { status: 'pending', attempts: 0, response_status: null, delivered_at: null })
    }),
    found: ['in-flight'],
  },
  {
    name: 'attempts in flight have failed when their endpoint is switched off',
    bend: offLog((item) => {
      if (item['status'] === 'delivered') item['status'] = 'failed'
    }),
    found: ['in-flight'],
  },

  // How many endpoints.
  {
    name: 'any number of endpoints',
    bend: answersOf('createWebhook', 400, (answer, { body }) =>
      isFull(answer)
        ? {
            ...answer,
            status: 201,
            body: JSON.stringify({ ...parse(body), id: randomUUID(), secret: 's', is_active: true }),
          }
        : undefined,
    ),
    found: ['endpoint-limit'],
  },
  { name: '49 endpoints', bend: endpointsAtMost(49), found: ['endpoint-limit'] },
  {
    name: 'the 51st endpoint is a conflict',
    bend: answersOf('createWebhook', 400, (answer) =>
      isFull(answer) ? { ...answer, status: 409 } : undefined,
    ),
    found: ['endpoint-limit'],
  },
  {
    name: 'the 51st endpoint is refused at its url',
    bend: answersOf('createWebhook', 400, (answer) =>
      isFull(answer) ? { ...answer, body: answer.body.replace('"path":""', '"path":"url"') } : undefined,
    ),
    found: ['endpoint-limit'],
  },
]
