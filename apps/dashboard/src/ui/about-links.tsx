import { s } from '../i18n/strings.ts'
import { To } from './to.tsx'

/** Links to what something is about, by the ids that there are. */
export function AboutLinks({
  payment,
  booking,
  endpoint,
  property,
}: {
  payment: string | undefined
  booking: string | undefined
  endpoint?: string | undefined
  /** @default the one that is shown */
  property?: string | undefined
}) {
  return (
    <span className="links">
      {payment && (
        <To place="payments" id={payment} property={property}>
          {s.requests.thePayment}
        </To>
      )}
      {booking && (
        <To place="bookings" id={booking} property={property}>
          {s.requests.theBooking}
        </To>
      )}
      {endpoint && (
        <To place="endpoints" id={endpoint} property={property}>
          {s.requests.theEndpoint}
        </To>
      )}
    </span>
  )
}
