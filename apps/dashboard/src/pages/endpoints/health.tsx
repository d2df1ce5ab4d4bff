import type { EndpointHealth } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { milliseconds } from '../../lib/format.ts'
import { Time } from '../../ui/time.tsx'

/** How an endpoint did in the last day, in a line. */
export function HealthLine({ health }: { health: EndpointHealth | undefined }) {
  if (!health) return <p className="muted">{s.health.none}</p>
  const all = health.delivered + health.failed
  const rate = Math.floor((health.delivered / all) * 1_000) / 10
  return (
    <p className="health">
      <meter
        min={0}
        max={1}
        low={0.5}
        high={0.95}
        optimum={1}
        value={health.delivered / all}
        aria-hidden="true"
      />
      <span>{s.health.rate(rate, all)}</span>
      {health.median_ms !== null && (
        <span className="muted">
          {s.health.times(
            milliseconds(health.median_ms),
            milliseconds(health.slowest_ms ?? health.median_ms),
          )}
        </span>
      )}
      {health.failing_since !== null && (
        <span className="bad-text">
          {s.health.failingSince} <Time at={health.failing_since} />
        </span>
      )}
    </p>
  )
}
