import { CircleCheck, CircleDashed } from 'lucide-react'
import { s } from '../../i18n/strings.ts'
import type { PlaceName } from '../../lib/place.ts'
import { useRead } from '../../lib/use-control.ts'
import { Loading, Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { To } from '../../ui/to.tsx'

/** The first hour of an integration, ticked off by what happens. */
export function Checklist() {
  const { data, error, reload } = useRead('first-steps', [], (control) => control.firstSteps())
  // Before they are known, none is open: a list that ticks itself off as the page comes says what is not so.
  if (!data)
    return (
      <Section title={s.checklist.title}>
        <Problem error={error} onRetry={reload} />
        {!error && <Loading lines={5} />}
      </Section>
    )
  const steps: { name: keyof typeof s.checklist.steps; done: boolean; place: PlaceName }[] = (
    [
      ['key', 'api-keys'],
      ['call', 'requests'],
      ['endpoint', 'endpoints'],
      ['delivery', 'deliveries'],
      ['retry', 'faults'],
    ] as const
  ).map(([name, place]) => ({ name, done: data[name] !== null, place }))
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
