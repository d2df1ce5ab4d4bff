import { useRef, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { control, queries } from '../../lib/control.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Files } from './files.tsx'
import { Snapshots } from './snapshots.tsx'
import { useAfresh } from './use-afresh.ts'

/** The state as a whole: seed it, keep it, bring it back, take it elsewhere. */
export function Data() {
  return (
    <>
      <PageHead title={s.data.title} lead={s.data.lead} />
      <Seed />
      <Snapshots />
      <Files />
      <Reset />
    </>
  )
}

function Seed() {
  const property = useControl()
  const [count, setCount] = useState('1000')
  const [done, setDone] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const { run, busy, error, data } = useAction(async () => {
    stop.current = new AbortController()
    setDone(0)
    try {
      return await property.bookings.seed({
        bookings: Number(count),
        onProgress: setDone,
        signal: stop.current.signal,
      })
    } catch (failure) {
      if (!stop.current.signal.aborted) throw failure
      return undefined
    } finally {
      await queries.invalidateQueries()
    }
  })
  return (
    <Section title={s.data.seed}>
      <form className="filters" onSubmit={(event) => (event.preventDefault(), run())}>
        <TextField
          label={s.data.bookings}
          hint={s.data.seedHint}
          type="number"
          min="1"
          max="10000000"
          required
          value={count}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <Button type="submit" look="primary" busy={busy}>
          {s.data.seedSubmit}
        </Button>
        {busy && <Button onClick={() => stop.current?.abort()}>{s.recover.stop}</Button>}
      </form>
      {busy && done !== undefined && <progress max={Number(count)} value={done} aria-label={s.data.seed} />}
      <p role="status">
        {busy ? s.data.seeding(done ?? 0) : data ? s.data.seeded(data.bookings, data.payments) : ''}
      </p>
      <Problem error={error} />
    </Section>
  )
}

function Reset() {
  const afresh = useAfresh()
  const reset = useAction(async () => {
    await control().reset()
    await afresh()
  })
  return (
    <Section title={s.data.reset}>
      <p className="muted">{s.data.resetHint}</p>
      <ConfirmButton
        label={s.data.resetSubmit}
        question={s.data.resetQuestion}
        busy={reset.busy}
        onConfirm={() => reset.run()}
      />
      <Problem error={reset.error} />
    </Section>
  )
}
