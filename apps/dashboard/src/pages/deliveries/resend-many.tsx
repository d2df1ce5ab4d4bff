import type { ControlEndpoint } from '@svc/control'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { eventTypes } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { virtualNow } from '../../lib/clock.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Deliveries that one call of the server sends. */
const mostAtOnce = 10_000

interface Props {
  status: string
  eventType: string
  endpointId: string
  endpoints: readonly ControlEndpoint[]
}

/** After an outage: sends everything that failed since a time once more, as far as the filters of the list go. */
export function ResendMany(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<RotateCw size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {s.resend.open}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={s.resend.title}>
        <ResendForm {...props} />
      </Modal>
    </>
  )
}

function ResendForm({ status: listed, eventType, endpointId, endpoints }: Props) {
  const control = useControl()
  const [status, setStatus] = useState<'dead' | 'failed'>(listed === 'failed' ? 'failed' : 'dead')
  const [event, setEvent] = useState(eventType)
  const [endpoint, setEndpoint] = useState(endpointId)
  const [since, setSince] = useState(() => new Date(virtualNow() - 86_400_000).toISOString().slice(0, 16))
  const which = {
    status,
    event_type: event || undefined,
    endpoint_id: endpoint || undefined,
    since: since === '' ? undefined : new Date(`${since}Z`).toISOString(),
  }
  // Counted first: nobody sends thousands by mistake.
  const { data: counted, error: countError } = useRead(
    'deliveries',
    ['count', which],
    async (property) => (await property.deliveries.list({ ...which, limit: 1 })).total_count,
  )
  const { run, busy, error, data: result, reset } = useAction(() => control.deliveries.resendAll(which))
  // What was sent is said until something else is asked for.
  useEffect(reset, [status, event, endpoint, since])
  const number = Math.min(counted ?? 0, mostAtOnce)
  return (
    <form aria-label={s.resend.title} onSubmit={(submitted) => (submitted.preventDefault(), run())}>
      <div className="filters">
        <SelectField
          label={s.resend.status}
          value={status}
          options={['dead', 'failed']}
          onChange={(value) => setStatus(value as 'dead' | 'failed')}
        />
        <SelectField
          label={s.deliveries.event}
          any={s.common.any}
          value={event}
          options={eventTypes}
          onChange={setEvent}
        />
        <SelectField
          label={s.deliveries.endpoint}
          any={s.common.any}
          value={endpoint}
          options={endpoints.map(({ id, url }) => [id, url] as const)}
          onChange={setEndpoint}
        />
        <TextField
          label={s.resend.since}
          type="datetime-local"
          value={since}
          onChange={(changed) => setSince(changed.currentTarget.value)}
        />
      </div>
      <Problem error={error ?? countError} />
      <p role="status">
        {result ? s.resend.result(result) : counted === undefined ? '…' : s.resend.counted(counted)}
        {!result && (counted ?? 0) > mostAtOnce && ` ${s.resend.first(mostAtOnce)}`}
      </p>
      <div className="buttons end">
        <Button look="primary" type="submit" busy={busy} disabled={number === 0}>
          {s.resend.submit(number)}
        </Button>
      </div>
    </form>
  )
}
