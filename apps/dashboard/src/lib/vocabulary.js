// The words of the API that forms offer. A test holds them to `@svc/models`: the page has no build step to share code.

/** The events of spec section 6. */
export const eventTypes = [
  'booking.created',
  'booking.updated',
  'booking.cancelled',
  'payment.created',
  'payment.updated',
  'message.received',
]

/** Delivery statuses. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead']

/** Booking statuses that the specification names; others may appear. */
export const bookingStatuses = ['new', 'confirmed', 'paid', 'cancelled']

/** Attempts of a delivery in total before it is `dead`. */
export const deliveryAttempts = 5
