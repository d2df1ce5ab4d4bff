import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { readClock, tellClock, useClock, useVirtualNow } from '../../lib/clock.ts'
import { duration, timeText } from '../../lib/format.ts'
import { usePlace } from '../../lib/place.ts'
import { zone as shownZone } from '../../lib/zone.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { UrlText } from '../../ui/url-text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Facts, PageHead, Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { FellDue, type Passed } from './fell-due.tsx'

/** The steps of the retry ladder, and a day for what expires. */
const steps = [60, 300, 1_800, 7_200, 86_400] as const

/** The virtual clock: for all properties at once. */
export function Clock() {
  const control = useControl()
  const state = useClock()
  const now = useVirtualNow()
  const zone = shownZone.use()
  const [minutes, setMinutes] = useState('10')
  const [moment, setMoment] = useState('')
  const [passed, setPassed] = useState<Passed>()
  const work = useAction(async (act: () => Promise<string>) => act())
  const advance = (seconds: number) => () =>
    work.run(async () => {
      const after = await control.clock.advance(seconds)
      const to = Date.parse(after.now)
      setPassed(after.attempts > 0 ? { from: to - seconds * 1_000, to } : undefined)
      tellClock(after)
      await readClock()
      return s.clock.advanced(duration(seconds), after.attempts)
    })
  const change = (mode: 'real' | 'manual') => () =>
    work.run(async () => {
      tellClock(await control.clock.set({ mode }))
      await readClock()
      return mode === 'manual' ? s.clock.standsStill : s.clock.runs
    })
  const toMoment = () => {
    const seconds = (Date.parse(`${moment}Z`) - now) / 1_000
    if (seconds > 0) advance(seconds)()
    else work.run(() => Promise.reject(new Error(s.clock.past)))
  }
  if (state === null) return <PageHead title={s.clock.title} />
  const manual = state.mode === 'manual'
  const { offset_seconds } = state
  return (
    <>
      <PageHead title={s.clock.title} lead={s.clock.lead} />
      <p className="big-clock">
        <time>{timeText(new Date(now).toISOString())}</time> <small className="muted">UTC</small>
        {zone !== 'UTC' && (
          <small className="muted">
            {timeText(new Date(now).toISOString(), zone)} {zone}
          </small>
        )}
      </p>
      <Facts
        rows={[
          [s.clock.mode, manual ? s.clock.isFrozen : s.clock.isRunning],
          [
            s.clock.besides,
            offset_seconds === 0
              ? s.clock.same
              : offset_seconds < 0
                ? s.clock.behind(duration(offset_seconds))
                : s.clock.ahead(duration(offset_seconds)),
          ],
        ]}
      />
      <Section title={s.clock.advance}>
        <div className="buttons">
          {steps.map((seconds) => (
            <Button key={seconds} waits={work.busy} onClick={advance(seconds)}>
              {seconds === 86_400 ? s.clock.day : duration(seconds)}
            </Button>
          ))}
        </div>
        <div className="filters">
          <form
            className="filters"
            onSubmit={(event) => (event.preventDefault(), advance(Number(minutes) * 60)())}
          >
            <TextField
              label={s.clock.minutes}
              type="number"
              min="0"
              step="any"
              required
              value={minutes}
              onChange={(event) => setMinutes(event.currentTarget.value)}
            />
            <Button type="submit" waits={work.busy}>
              {s.clock.advance}
            </Button>
          </form>
          <form className="filters" onSubmit={(event) => (event.preventDefault(), toMoment())}>
            <TextField
              label={s.clock.moment}
              type="datetime-local"
              step="1"
              required
              value={moment}
              onChange={(event) => setMoment(event.currentTarget.value)}
            />
            <Button type="submit" waits={work.busy}>
              {s.clock.goThere}
            </Button>
          </form>
        </div>
        <p role="status" aria-busy={work.busy}>
          {work.busy ? s.common.working : work.data}
        </p>
        <Problem error={work.error} />
      </Section>
      {passed && <FellDue {...passed} />}
      <Due now={now} busy={work.busy} onAdvance={(seconds) => advance(seconds)()} />
      <Section title={s.clock.freezeOrRun}>
        <p className="muted">{s.clock.noJump}</p>
        <div className="buttons">
          {manual ? (
            <Button waits={work.busy} onClick={change('real')}>
              {s.clock.run}
            </Button>
          ) : (
            <Button waits={work.busy} onClick={change('manual')}>
              {s.clock.freeze}
            </Button>
          )}
        </div>
      </Section>
    </>
  )
}

/** What time will bring, and a button that goes there. */
function Due({ now, busy, onAdvance }: { now: number; busy: boolean; onAdvance: (seconds: number) => void }) {
  const { pid } = usePlace()
  const { data, error } = useRead('due', [], (control) => control.clock.due())
  return (
    <Section title={s.clock.due}>
      <Problem error={error} />
      {data?.length === 0 && <p className="muted">{s.clock.nothingDue}</p>}
      {data && data.length > 0 && (
        <Table
          rows={data}
          label={s.clock.due}
          rowKey={({ delivery_id }) => delivery_id}
          columns={[
            { head: s.clock.at, cell: ({ at }) => <Time at={at} /> },
            {
              head: s.deliveries.event,
              look: 'main',
              cell: ({ delivery_id, property_id, event_type }) => (
                <To
                  className="mono"
                  place="deliveries"
                  id={delivery_id}
                  property={property_id === pid ? undefined : property_id}
                >
                  {event_type}
                </To>
              ),
            },
            {
              head: s.clock.what,
              cell: ({ attempt }) => <span className="nowrap">{s.timeLine.attempt(attempt)}</span>,
            },
            {
              head: s.deliveries.endpoint,
              look: 'wide',
              cell: ({ endpoint_url }) => <UrlText url={endpoint_url} />,
            },
            {
              head: s.common.actions,
              look: 'end',
              cell: ({ at }) => (
                <Button
                  waits={busy}
                  onClick={() => onAdvance(Math.max(0, Math.ceil(Date.parse(at) - now) / 1_000))}
                >
                  {s.clock.goThere}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
