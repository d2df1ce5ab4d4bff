import type { LoggedRequest } from '@svc/control'
import { HttpStatus } from '../../ui/badge.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** Requests in short, each with the way to it. */
export function RequestRows({ requests }: { requests: readonly LoggedRequest[] }) {
  return (
    <ul className="rows">
      {requests.map((entry) => (
        <li key={entry.id}>
          <HttpStatus status={entry.status} />
          <To className="mono cut" place="requests" id={entry.id} title={`${entry.method} ${entry.path}`}>
            {entry.method} <bdi>{entry.path}</bdi>
          </To>
          <Ago at={entry.at} />
        </li>
      ))}
    </ul>
  )
}
