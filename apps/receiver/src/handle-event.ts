import { isKnownEvent, type UnknownEvent, type WebhookEvent } from '@svc/models'

/** Describes an event in words. Replace it with your own work; the types narrow `data` in every branch. */
export async function handleEvent(
  event: WebhookEvent | UnknownEvent,
  say: (line: string) => void,
): Promise<void> {
  // A type of a later version of the service. It was acknowledged, so it can be ignored.
  if (!isKnownEvent(event)) return say(`ignored an event of the unknown type ${event.type}`)

  switch (event.type) {
    case 'booking.created':
      return say(
        `booking ${event.data.bookingId}: new, ${event.data.dates.length} nights, status ${event.data.status}`,
      )
    case 'booking.updated':
      // Short shape: the status alone has changed.
      return 'dates' in event.data
        ? say(`booking ${event.data.bookingId}: changed, total ${event.data.total} in minor units`)
        : say(`booking ${event.data.bookingId}: now ${event.data.status}`)
    case 'booking.cancelled':
      return say(`booking ${event.data.bookingId}: cancelled`)
    case 'payment.created':
      return say(
        `payment ${event.data.paymentId}: ${event.data.type} ${event.data.amount}, ${event.data.paymentMethod}`,
      )
    case 'payment.updated':
      return say(`payment ${event.data.paymentId}: now ${event.data.amount}`)
    case 'message.received':
      // Quoted: a guest wrote it, and line breaks or terminal codes of a stranger have no place in a log.
      return say(`message on booking ${event.data.bookingId}: ${JSON.stringify(event.data.content)}`)
  }
}
