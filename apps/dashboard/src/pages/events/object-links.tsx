import { s } from '../../i18n/strings.ts'
import { AboutLinks } from '../../ui/about-links.tsx'

/** The booking or payment that an event is about. */
export function ObjectLinks({ body, data }: { body?: string; data?: Record<string, unknown> }) {
  const named = data ?? dataOf(body ?? '')
  const id = (name: string) => (typeof named[name] === 'string' ? named[name] : undefined)
  const payment = id('paymentId')
  const booking = id('bookingId')
  if (!payment && !booking) return <span className="muted">{s.common.none}</span>
  return <AboutLinks payment={payment} booking={booking} />
}

function dataOf(body: string): Record<string, unknown> {
  try {
    return (JSON.parse(body) as { data?: Record<string, unknown> }).data ?? {}
  } catch {
    return {}
  }
}
