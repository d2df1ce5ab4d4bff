import { CircleCheck, CircleDashed } from 'lucide-react'
import { s } from '../../i18n/strings.ts'
import { type PlaceName, usePlace } from '../../lib/place.ts'
import { useRead } from '../../lib/use-control.ts'
import { Section } from '../../ui/layout.tsx'
import { To } from '../../ui/to.tsx'

/** The first hour of an integration, ticked off by what happens. */
export function Checklist() {
  const { pid } = usePlace()
  const { data: keys } = useRead('properties', ['keys'], (control) => control.apiKeys.list())
  const { data: called } = useRead('requests', ['first call'], (control) =>
    control.requests.list({ limit: 1, property_id: pid, status: '2xx' }),
  )
  const { data: endpoints } = useRead('webhooks', ['list'], (control) => control.webhooks.list())
  const { data: deliveries } = useRead('deliveries', ['first'], async (control) => {
    const { total_count: arrived } = await control.deliveries.list({ status: 'delivered', limit: 1 })
    // The one with the most attempts: a retry stays seen, however many deliveries come after it.
    const { results } = await control.deliveries.list({ sort: '-attempts', limit: 1 })
    return { arrived, retried: results.some(({ attempts }) => attempts > 1) }
  })
  const steps: { name: keyof typeof s.checklist.steps; done: boolean; place: PlaceName }[] = [
    { name: 'key', done: (keys?.length ?? 0) > 0, place: 'api-keys' },
    { name: 'call', done: (called?.length ?? 0) > 0, place: 'requests' },
    { name: 'endpoint', done: (endpoints?.length ?? 0) > 0, place: 'endpoints' },
    { name: 'delivery', done: (deliveries?.arrived ?? 0) > 0, place: 'deliveries' },
    { name: 'retry', done: deliveries?.retried ?? false, place: 'faults' },
  ]
  const left = steps.filter(({ done }) => !done).length
  return (
    <Section title={left === 0 ? s.checklist.done : s.checklist.title}>
      <ol className="checklist">
        {steps.map(({ name, done, place }) => (
          <li key={name} className={done ? 'done' : undefined}>
            {done ? <CircleCheck size={18} aria-hidden /> : <CircleDashed size={18} aria-hidden />}
            <To place={place}>{s.checklist.steps[name]}</To>
            <span className="off-screen">{done ? s.checklist.isDone : s.checklist.isOpen}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
