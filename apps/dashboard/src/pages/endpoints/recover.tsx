import { useEffect, useRef, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { virtualNow } from '../../lib/clock.ts'
import { everyPage } from '../../lib/every-page.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Deliveries that are on their way at once: the page stays able to stop after each of them. */
const atOnce = 4

/** Sends what an endpoint missed once more: counted first, with progress, and stopped when one wants. */
export function Recover({ endpointId, since: failingSince }: { endpointId: string; since: string | null }) {
  const control = useControl()
  const [since, setSince] = useState('')
  const [progress, setProgress] = useState<{ done: number; delivered: number; of: number }>()
  const stopped = useRef(false)
  useEffect(() => () => void (stopped.current = true), [])
  const start = since || (failingSince ?? new Date(virtualNow() - 86_400_000).toISOString()).slice(0, 16)
  const which = {
    status: 'dead',
    endpoint_id: endpointId,
    since: new Date(`${start}Z`).toISOString(),
  } as const
  const { data: count } = useRead(
    'deliveries',
    ['count', which],
    async (property) => (await property.deliveries.list({ ...which, limit: 1 })).total_count,
  )
  const { run, busy, error } = useAction(async () => {
    stopped.current = false
    const { rows } = await everyPage((window) => control.deliveries.list({ ...which, ...window }))
    // In the order in which they happened.
    const waiting = rows.map(({ id }) => id).toReversed()
    let [done, delivered] = [0, 0]
    const of = waiting.length
    setProgress({ done, delivered, of })
    const next = async () => {
      for (let id = waiting.shift(); id !== undefined && !stopped.current; id = waiting.shift()) {
        const { outcome } = await control.deliveries.resend(id)
        done += 1
        if (outcome === 'delivered') delivered += 1
        setProgress({ done, delivered, of })
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, next))
    } catch (failure) {
      // With one that could not be sent the others stop too: what is shown as over is over.
      stopped.current = true
      throw failure
    }
  })
  return (
    <form
      className="filters"
      aria-label={s.recover.title}
      onSubmit={(event) => (event.preventDefault(), run())}
    >
      <TextField
        label={s.recover.since}
        type="datetime-local"
        value={start}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy} disabled={!count}>
        {s.recover.submit(count ?? 0)}
      </Button>
      {busy && <Button onClick={() => void (stopped.current = true)}>{s.recover.stop}</Button>}
      {progress && (
        <span role="status">
          <progress max={progress.of} value={progress.done} aria-label={s.recover.title} />{' '}
          {s.recover.progress(progress)}
        </span>
      )}
      <Problem error={error} />
    </form>
  )
}
