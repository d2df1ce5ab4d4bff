import { s } from '../i18n/strings.ts'
import { To } from './to.tsx'

/** Links to what something is about, by the ids that there are. */
export function AboutLinks({
  payment,
  booking,
  endpoint,
}: {
  payment: string | undefined
  booking: string | undefined
  endpoint?: string | undefined
}) {
  return (
    <span className="links">
      {payment && (
        <To place="payments" id={payment}>
          {s.requests.thePayment}
        </To>
      )}
      {booking && (
        <To place="bookings" id={booking}>
          {s.requests.theBooking}
        </To>
      )}
      {endpoint && (
        <To place="endpoints" id={endpoint}>
          {s.requests.theEndpoint}
        </To>
      )}
    </span>
  )
}
