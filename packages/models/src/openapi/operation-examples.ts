import type { OperationId } from '../operations.ts'
import * as example from './examples.ts'
import type { Examples, Json } from './types.ts'

const only = (summary: string, value: Json): Examples => ({ example: { summary, value } })

/** Bodies to send, by operation. */
export const bodyExamples: Partial<Record<OperationId, Examples>> = {
  createPayment: {
    balance: { summary: 'Balance of a booking, by card', value: example.createBalance },
    refund: { summary: 'Refund to a guest: an outgoing payment of its own', value: example.createRefund },
    minimal: { summary: 'No more than what is required', value: example.createMinimal },
  },
  updatePayment: {
    amount: { summary: 'Another amount and note', value: example.addTowel },
    links: { summary: 'Unlink the booking, link the guest', value: example.unlink },
  },
  createWebhook: only('Payments to the accounting system', example.createEndpoint),
  updateWebhook: {
    off: { summary: 'Switch off', value: example.switchOff },
    url: { summary: 'Move', value: example.moveEndpoint },
  },
}

/** Answers, by operation: every one that has a body has an entry. */
export const answerExamples: Partial<Record<OperationId, Examples>> = {
  listBookings: {
    page: { summary: 'A page of one booking', value: example.bookingPage },
    beyond: {
      summary: 'Beyond the last page',
      value: { results: [], total_count: 1, total_pages: 1, current_page: 2 },
    },
  },
  getBooking: only('Two nights in a dorm', example.booking),
  listPayments: only('Balance and deposit of a booking', [example.balance, example.deposit]),
  createPayment: only('The balance, recorded', example.balance),
  updatePayment: only('With the new amount', example.balanceWithTowel),
  listWebhooks: only('One endpoint', [example.endpoint]),
  createWebhook: only('With its secret, shown once', example.createdEndpoint),
  updateWebhook: only('Switched off', example.endpointOff),
  listDeliveries: only('One between attempts, one delivered', example.deliveries),
}

/** Values of query parameters. */
export const queryExamples: Record<string, Json> = {
  page: 1,
  limit: 10,
  status: 'confirmed',
  guest_id: example.booking.guest.id,
  start_date: '2026-11-20',
  end_date: '2026-11-27',
  bid: example.booking.id,
}

/** Values of path parameters. */
export const pathExamples: Record<string, Json> = {
  bookingId: example.booking.id,
  paymentId: example.balance.id,
  endpointId: example.endpoint.id,
}
