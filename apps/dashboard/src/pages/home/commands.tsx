import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { curl } from '../../lib/curl.ts'
import { uuid } from '../../lib/uuid.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/layout.tsx'

/** Address of the API that partners call. */
export const clientApi = `${location.origin}/api/v1/client`

const key = { 'X-API-Key': '$SVC_API_KEY' }
const json = { ...key, 'Content-Type': 'application/json' }

/** Three commands to try. */
export function Commands() {
  const [paymentKey] = useState(uuid)
  const [endpointKey] = useState(uuid)
  const payment = JSON.stringify({
    amount: '25.00',
    paymentMethod: 'Cash',
    type: 'income',
    name: 'First payment',
  })
  const endpoint = JSON.stringify({
    url: 'http://localhost:4020/webhooks',
    events: ['payment.created', 'booking.created'],
  })
  return (
    <Section title={s.home.tryIt}>
      <p className="muted">
        {s.home.fromVariable} <code>export SVC_API_KEY=…</code>
      </p>
      <CodeBlock
        label={s.home.readBookings}
        text={curl({ url: `${clientApi}/bookings?limit=2`, headers: key })}
      />
      <CodeBlock
        label={s.home.recordPayment}
        note={s.home.runTwice}
        text={curl({
          method: 'POST',
          url: `${clientApi}/payments`,
          headers: { ...json, 'Idempotency-Key': paymentKey },
          body: payment,
        })}
      />
      <CodeBlock
        label={s.home.registerEndpoint}
        text={curl({
          method: 'POST',
          url: `${clientApi}/webhooks`,
          headers: { ...json, 'Idempotency-Key': endpointKey },
          body: endpoint,
        })}
      />
    </Section>
  )
}
