import { s } from '../../i18n/strings.ts'
import { useRead } from '../../lib/use-control.ts'
import { Section } from '../../ui/layout.tsx'
import { To } from '../../ui/to.tsx'
import { DeliveryTable } from '../deliveries/deliveries.tsx'

/** Two moments of the virtual clock, in milliseconds. */
export interface Passed {
  from: number
  to: number
}

/** The deliveries of the property that were attempted while time passed, the last one first. */
export function FellDue({ from, to }: Passed) {
  const { data } = useRead('deliveries', ['fell due', from, to], (control) =>
    control.deliveries.list({ sort: '-last_attempted_at', limit: 20 }),
  )
  const attempted = data?.results.filter(({ last_attempted_at }) => {
    const at = Date.parse(last_attempted_at ?? '')
    return at >= from && at <= to
  })
  if (!attempted || attempted.length === 0) return null
  return (
    <Section
      title={s.clock.fellDue}
      actions={
        <To place="deliveries" search={{ sort: '-last_attempted_at' }}>
          {s.common.all}
        </To>
      }
    >
      <DeliveryTable deliveries={attempted} />
    </Section>
  )
}
