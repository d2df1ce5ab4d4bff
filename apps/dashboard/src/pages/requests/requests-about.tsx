import { s } from '../../i18n/strings.ts'
import { useRead } from '../../lib/use-control.ts'
import { Section } from '../../ui/layout.tsx'
import { RequestRows } from './request-rows.tsx'

/** The requests of the log that name something, newest first: which call made it, and which changed it. */
export function RequestsAbout({ id }: { id: string }) {
  const { data } = useRead('requests', ['about', id], async (control) => {
    const found = await control.requests.list({
      search: id,
      limit: 50,
      property_id: await control.propertyId(),
    })
    // Lists name everything: only what is about this one is wanted.
    return found.filter(({ method, path }) => method !== 'GET' || path.includes(id)).slice(0, 20)
  })
  if (!data) return null
  return (
    <Section title={s.requests.about}>
      {data.length === 0 ? <p className="muted">{s.requests.noneAbout}</p> : <RequestRows requests={data} />}
    </Section>
  )
}
