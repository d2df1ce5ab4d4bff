/** What `GET /bookings` filters by. */
export interface BookingFilter {
  status?: string | undefined
  guest_id?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

/** A page of bookings as JSON texts, and how many match over all pages. */
export interface BookingTexts {
  total: number
  texts: string[]
}

/** Which of them, in their order. */
export interface Window {
  limit: number
  offset: number
}
