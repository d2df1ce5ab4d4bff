import { limits } from '../limits.ts'
import type { OperationId } from '../operations.ts'

const minutes = (seconds: number): string => (seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`)

/** When a delivery that failed is tried again. */
export const ladder = limits.retryDelaysSeconds.map(minutes).join(', ')

/** The first page of the document. */
export const introduction = `\
Read bookings, record payments and receive signed webhooks of a hostel property.

**Key.** Every request carries \`X-API-Key\`. Keep it on a server: never in a browser or an app.

**Writing.** Every \`POST\` and \`PATCH\` carries \`Content-Type: application/json\` and an \`Idempotency-Key\`: a UUID v4 for
each distinct operation. The same key with the same body returns the stored answer for ${limits.idempotencyHours} hours, so a
request whose answer was lost can be sent again without doing it twice. A key counts for one method and path, in which ids may
be in upper or lower case. While the first one is at work, a second one waits for its answer, after five seconds it gets 409.

**Money.** Amounts of payments are decimal strings ("58.65"), amounts of bookings are integers in minor units (5865). Neither
is ever a float. What comes back of a payment, in events too, has four decimals and no leading zeros, \`^\\d{1,15}\\.\\d{4}$\`:
"007" is "7.0000".

**Null.** In an answer, what is not linked or has not happened yet is \`null\`, never absent.

**Limits.** ${limits.requestsPerMinute} requests a minute and IP, in fixed windows that are anchored to the service, not to a caller's first
request. They count every request, whatever its answer, preflights and unknown paths too. 429 says in \`Retry-After\` how long
to wait. Bodies up to 1 MiB.

**Errors.** \`code\` is stable, \`message\` is for people, \`details\` name the bad fields and query parameters: \`events.1\` is the
second item of an array, an empty path the body as a whole. Headers of more than 16 KiB are 431 \`bad_request\`. Of several
faults one is told, in this order: rate limit, key, origin, content type, idempotency key, size and form of the body, query,
fields, existence of what the path names, existence of what the body names. So an unknown parameter wins over a wrong field,
413 over both, and an unknown payment over an unknown \`bid\`.

**Browsers.** A preflight needs no key. It is 204 when a property lists its \`Origin\`, allows \`GET, POST, PATCH, DELETE\` and the
headers \`X-API-Key, Content-Type, Idempotency-Key, traceparent\`, and may be remembered for 600 seconds. Any other is 403.

**Growth.** Answers and events may gain fields and values: ignore what you do not know. Requests are strict: an unknown field
is refused. A body that is JSON and no object is a fault of the body as a whole. Of a field that is given twice the last counts.

The webhook paths are answered without \`/api/v1\` too, as \`/client/webhooks…\`.`

/** What an operation does beyond its summary. */
export const operationTexts: Record<OperationId, string> = {
  listBookings:
    'Newest first, those of one moment by `id`. `start_date` and `end_date` together: at least one stay date within the two, inclusive. Of nothing, `total_pages` is 0; an empty `status` is refused. Leading zeros of `page` and `limit` are fine.',
  getBooking: 'The complete state of one booking.',
  listPayments:
    'Every active payment, newest first, those of one moment the last recorded first; deleted ones are left out.',
  createPayment:
    'Records a payment, on its own or linked to a booking (`bid`) or a guest (`gid`), and fires `payment.created`. `null` for `bid`, `gid` or `description` is the same as not given.',
  updatePayment:
    'Any of the fields, at least one. Fires `payment.updated` when amount, method or description really changes.',
  deletePayment:
    'Sets `status` to false; the record stays for audit. Deleting it again is 204 again, so a retry is safe.',
  listWebhooks: 'Every endpoint of the property, without secrets.',
  createWebhook: `The answer alone carries the signing secret: keep it. At most ${limits.endpointsPerProperty} endpoints a property; one more is a \`validation_error\` with an empty path.`,
  updateWebhook:
    'Any of the fields, at least one. An endpoint that is switched off gets no new deliveries, and its waiting ones are held. An attempt in flight is not called back: its answer is recorded. `updated_at` is the time of the last update, `created_at` before the first.',
  deleteWebhook:
    'Removes the endpoint and all its delivery records. An attempt in flight is not called back; its answer is forgotten.',
  listDeliveries: `The last ${limits.deliveryHistory} deliveries, newest first. \`failed\`: another attempt is scheduled, counted from the end of the last one; \`dead\`: none is. \`last_attempted_at\` is when the last attempt began, and its answer alone is told.`,
}
