import { s } from '../../i18n/strings.ts'
import { useRead } from '../../lib/use-control.ts'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** Endpoints whose last attempts failed, and since when. */
export function Failing() {
  const { data } = useRead('insights', ['day'], (control) => control.insights({ minutes: 1_440, spans: 24 }))
  const { data: endpoints = [] } = useRead('webhooks', ['list'], (control) => control.webhooks.list())
  // One that is off gets nothing, and so does not fail now.
  const off = new Set(endpoints.filter(({ is_active }) => !is_active).map(({ id }) => id))
  const failing = (data?.endpoints ?? []).filter(
    ({ endpoint_id, failing_since }) => failing_since !== null && !off.has(endpoint_id),
  )
  if (failing.length === 0) return null
  return (
    <section className="notice bad" aria-label={s.home.failing}>
      <h2>{s.home.failing}</h2>
      <ul>
        {failing.map(({ endpoint_id, failing_since, causes }) => (
          <li key={endpoint_id}>
            <To className="mono breakable some-lines" place="endpoints" id={endpoint_id}>
              <bdi>{endpoints.find(({ id }) => id === endpoint_id)?.url ?? endpoint_id}</bdi>
            </To>{' '}
            {s.home.since} <Time at={failing_since} /> · <code>{causes[0]?.cause}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
