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

/** Delivery statuses (spec 3, D13). */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead']

/** Booking statuses that the specification names; others may appear (spec 3). */
export const bookingStatuses = ['new', 'confirmed', 'paid', 'cancelled']

/** Attempts of a delivery in total before it is `dead` (spec 8). */
export const deliveryAttempts = 5
