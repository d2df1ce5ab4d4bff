import type { ControlEndpoint } from '@svc/control'
import { eventTypes, type EventType } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

/** The fields of an endpoint. Of one that there is, what was not changed is undefined: it may have changed elsewhere. */
export function EndpointForm({
  endpoint,
  submit,
  onSave,
  onClose,
}: {
  endpoint?: ControlEndpoint
  submit: string
  onSave: (fields: { url: string; events: EventType[] }) => Promise<unknown>
  onClose: () => void
}) {
  const [before] = useState({ url: endpoint?.url ?? '', events: endpoint?.events ?? [...eventTypes] })
  const [url, setUrl] = useState(before.url)
  const [events, setEvents] = useState<string[]>(before.events)
  const { run, busy, error } = useAction(() => {
    const input = { url: url.trim(), events: events as EventType[] }
    if (!endpoint) return onSave(input)
    const sameEvents = events.toSorted().join() === before.events.toSorted().join()
    const changed = {
      ...(input.url !== before.url && { url: input.url }),
      ...(!sameEvents && { events: input.events }),
    }
    if (Object.keys(changed).length > 0) return onSave(changed as typeof input)
    onClose()
    return Promise.resolve()
  })
  const toggle = (event: string) =>
    setEvents(events.includes(event) ? events.filter((other) => other !== event) : [...events, event])
  return (
    <form className="panel" onSubmit={(event) => (event.preventDefault(), run())}>
      <TextField
        label={s.endpoints.url}
        type="url"
        required
        // It was asked for just now.
        autoFocus
        placeholder="https://example.com/webhooks"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className="checks">
        <legend>{s.endpoints.events}</legend>
        {[...new Set([...eventTypes, ...events])].map((event) => (
          <CheckField
            key={event}
            label={<code>{event}</code>}
            checked={events.includes(event)}
            onChange={() => toggle(event)}
          />
        ))}
      </fieldset>
      <Problem error={error} />
      <div className="buttons">
        <Button type="submit" look="primary" busy={busy}>
          {submit}
        </Button>
        <Button onClick={onClose}>{s.common.cancel}</Button>
      </div>
    </form>
  )
}
