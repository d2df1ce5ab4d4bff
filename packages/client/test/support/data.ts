import type { Booking, Payment } from '@svc/models'

export const apiKey = 'svc_test_key_3b1c5e7f9a'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const payment: Payment = {
  id: id(1),
  bid: null,
  gid: null,
  amount: '120.5000',
  paymentMethod: 'Cash',
  type: 'income',
  description: null,
  name: 'Client API Payment',
  date: '2026-11-21T10:00:00.000Z',
  status: true,
}

export const newPayment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' } as const

export function booking(number: number): Booking {
  return {
    id: id(number),
    status: 'confirmed',
    total: 52_000,
    created: '2026-11-21T10:00:00.000Z',
    updated: '2026-11-21T10:00:00.000Z',
    paidDays: 1,
    description: '',
    guest: { id: id(900), first_name: 'Zoë', last_name: 'Ängström', email: 'z@example.com', phone: '+43 1' },
    stay_dates: [{ date: '2026-11-21', amount: 52_000, room: id(901), bed: id(902) }],
  }
}

export const page = (bookings: Booking[], current: number, pages: number) => ({
  results: bookings,
  total_count: bookings.length,
  total_pages: pages,
  current_page: current,
})
