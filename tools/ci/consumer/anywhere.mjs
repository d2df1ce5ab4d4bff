// What runs wherever there is JavaScript: signatures by WebCrypto against the test vectors, the contract, money.
import { addAmounts } from '@svc/models/money'
import { isKnownEvent, safeParseEvent } from '@svc/models/events'
import { openapi, paymentSchema, validate } from '@svc/models'
import { signedDeliveries } from '@svc/signing/fetch'
import vectors from '@svc/signing/vectors.json' with { type: 'json' }
import { check, deliveryHeaders } from '@svc/signing/web'

const holds = (yes, what) => {
  if (!yes) throw new Error(what)
}
const decoded = ({ utf8, hex = '' }) =>
  utf8 ?? Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

export async function tryEverything() {
  for (const { name, secrets, body, header, expected } of vectors.cases) {
    const found = await check(decoded(body), header, secrets.map(decoded))
    holds(
      found.ok === expected.ok && found.reason === expected.reason && found.secret === expected.secret,
      name,
    )
  }
  const receive = signedDeliveries({ secret: 's' }, async (request) => Response.json(await request.json()))
  const body = '{"a":1}'
  const headers = deliveryHeaders({ id: 'd', type: 't', body, secret: 's' })
  const post = async (sent) =>
    (await receive(new Request('https://a.test/', { method: 'POST', body: sent, headers: await headers })))
      .status
  holds((await post(body)) === 200 && (await post('{"a":2}')) === 401, 'the Fetch adapter')
  holds(addAmounts('0.1', '0.2') === '0.3000', 'money')
  const event = {
    id: '0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10',
    property_id: '0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10',
    created_at: '2026-11-21T12:00:00.000Z',
    type: 'booking.cancelled',
    data: { bookingId: 'b' },
  }
  const parsed = safeParseEvent(event)
  holds(parsed.ok && isKnownEvent(parsed.value), 'events')
  holds(!validate(paymentSchema, {}).ok && Object.keys(openapi().paths).length > 5, 'the contract')
}

await tryEverything()
console.log('anywhere: ok')
