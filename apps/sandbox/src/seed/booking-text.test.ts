import { hostelBookings } from '@svc/testing'
import { expect, it } from 'vitest'
import { bookingText, paymentText } from './booking-text.ts'

it('is what JSON.stringify writes, for every booking of a seed and for texts that need escaping', () => {
  for (const { booking } of hostelBookings({ seed: 'text', count: 500 })) {
    expect(bookingText(booking)).toBe(JSON.stringify(booking))
    for (const text of ['"', '\\', '\n', '\u2028', '😀', '\ud800', '']) {
      const odd = { ...booking, description: text, guest: { ...booking.guest, last_name: text } }
      expect(bookingText(odd)).toBe(JSON.stringify(odd))
    }
  }
})

it('is the same for payments', () => {
  for (const { payments } of hostelBookings({ seed: 'text', count: 500 })) {
    for (const payment of payments) {
      expect(paymentText(payment)).toBe(JSON.stringify(payment))
      for (const text of ['"', '\\', '\n', '\u2028', '\u007f', '😀', '\ud800', '']) {
        const odd = { ...payment, name: text, description: text, bid: null, gid: payment.bid, status: false }
        expect(paymentText(odd)).toBe(JSON.stringify(odd))
      }
    }
  }
})
