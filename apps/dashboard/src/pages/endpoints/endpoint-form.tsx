import type { ControlEndpoint } from '@svc/control'
import { eventTypes, type EventType } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

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
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? [...eventTypes])
  const { run, busy, error } = useAction(() => onSave({ url: url.trim(), events: events as EventType[] }))
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
