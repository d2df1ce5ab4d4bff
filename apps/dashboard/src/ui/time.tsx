import { s } from '../i18n/strings.ts'
import { useVirtualNow } from '../lib/clock.ts'
import { relative, timeText } from '../lib/format.ts'
import { zone as shownZone } from '../lib/zone.ts'

/** A time: the exact one, and how far it is from the virtual now. */
export function Time({ at, hint = true }: { at: string | null; hint?: boolean }) {
  const now = useVirtualNow()
  const zone = shownZone.use()
  if (at === null) return <span className="muted none">{s.common.none}</span>
  return (
    <time dateTime={at} title={`${timeText(at, zone)} ${zone}\n${at} (UTC)`}>
      <span className="exact">{timeText(at, zone)}</span>{' '}
      {hint && <small className="muted">{relative(at, now, s.relative)}</small>}
    </time>
  )
}

/** A time as the distance from now, the exact one on hover: for lists. */
export function Ago({ at }: { at: string | null }) {
  const now = useVirtualNow()
  const zone = shownZone.use()
  if (at === null) return <span className="muted none">{s.common.none}</span>
  return (
    <time dateTime={at} title={`${timeText(at, zone)} ${zone}\n${at} (UTC)`} className="nowrap">
      {relative(at, now, s.relative)}
    </time>
  )
}
