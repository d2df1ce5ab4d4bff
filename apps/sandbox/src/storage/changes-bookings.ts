/** Bookings, what is counted of them, and properties, which take their bookings along. */
const statement =
  /\b(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(?:bookings|booking_counts|stay_gaps|properties)\b/i

/** Whether this text of SQL may change what the client API shows of bookings. */
export function changesBookings(sql: string): boolean {
  return statement.test(sql)
}
