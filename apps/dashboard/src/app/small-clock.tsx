import { s } from '../i18n/strings.ts'
import { useClock, useVirtualNow } from '../lib/clock.ts'
import { timeText } from '../lib/format.ts'
import { liveState } from '../lib/live.ts'
import { zone as shownZone } from '../lib/zone.ts'
import { To } from '../ui/to.tsx'

/** The time in the sandbox, on every page. */
export function SmallClock() {
  const now = useVirtualNow()
  const state = useClock()
  const zone = shownZone.use()
  const away = liveState.use() === 'away'
  if (state === null) return null
  const name = away ? s.clock.unknown : state.mode === 'manual' ? s.clock.frozen : s.clock.clock
  return (
    <To place="clock" className="small-clock">
      <span className="group-name">{name}</span>
      <time>
        {timeText(new Date(now).toISOString(), zone)} {zone === 'UTC' ? 'UTC' : ''}
      </time>
    </To>
  )
}
