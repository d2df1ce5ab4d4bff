import type { DeliveryFaultInput, FaultInput } from '@svc/control'
import { eventTypes } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

const initial = {
  when: 'before',
  type: 'status',
  status: '503',
  ms: '2000',
  method: '',
  path: '',
  event: '',
  times: '1',
  everywhere: '',
}
type Fields = typeof initial

/** What can be done to a call, and what to a delivery. */
function actionsOf(when: string): Option[] {
  return when === 'delivery'
    ? [
        ['status', s.faultForm.isAnswered],
        ['timeout', s.faultForm.isNotAnswered],
        ['unreachable', s.faultForm.reachesNobody],
      ]
    : [
        ['status', s.faultForm.answers],
        ['delay', s.faultForm.isDelayed],
        ['reset', s.faultForm.losesConnection],
        ['truncate', s.faultForm.halfAnswer],
      ]
}

export function FaultForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { pid } = usePlace()
  const { faults } = useControl()
  const [fault, setFault] = useState(initial)
  const set = (changes: Partial<Fields>) => setFault({ ...fault, ...changes })
  const { run, busy, error } = useAction(async () => {
    await faults.add(inputOf(fault, pid))
    onSaved()
  })
  // `timeout` and `unreachable` are of deliveries alone, the others of calls: a status both have.
  const setWhen = (when: string) =>
    set({ when, type: actionsOf(when).some(([type]) => type === fault.type) ? fault.type : 'status' })
  const text = (name: keyof Fields) => ({
    value: fault[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  })
  const delivery = fault.when === 'delivery'
  return (
    <form
      className="panel"
      aria-label={s.faultForm.label}
      onSubmit={(event) => (event.preventDefault(), run())}
    >
      <div className="filters">
        <SelectField
          label={s.faultForm.when}
          value={fault.when}
          onChange={setWhen}
          options={[
            ['before', s.faultForm.before],
            ['after', s.faultForm.after],
            ['delivery', s.faultForm.delivery],
          ]}
        />
        <SelectField
          label={s.faultForm.what}
          value={fault.type}
          options={actionsOf(fault.when)}
          onChange={(type) => set({ type })}
        />
        {fault.type === 'status' && (
          <TextField
            label={s.faultForm.status}
            type="number"
            min="200"
            max="599"
            required
            {...text('status')}
          />
        )}
        {fault.type === 'delay' && (
          <TextField label={s.faultForm.ms} type="number" min="0" required {...text('ms')} />
        )}
      </div>
      <div className="filters">
        {delivery ? (
          <SelectField
            label={s.deliveries.event}
            any={s.common.any}
            value={fault.event}
            options={eventTypes}
            onChange={(event) => set({ event })}
          />
        ) : (
          <>
            <SelectField
              label={s.requests.method}
              any={s.common.any}
              value={fault.method}
              options={['GET', 'POST', 'PATCH', 'DELETE']}
              onChange={(method) => set({ method })}
            />
            <TextField
              grow
              label={s.faultForm.path}
              placeholder="/api/v1/client/payments, /api/**"
              {...text('path')}
            />
          </>
        )}
        <SelectField
          label={s.faultForm.of}
          any={s.requests.thisProperty}
          value={fault.everywhere}
          options={[['yes', s.faultForm.everyProperty]]}
          onChange={(everywhere) => set({ everywhere })}
        />
        <TextField
          label={s.faultForm.times}
          type="number"
          min="1"
          placeholder={s.faults.untilCleared}
          {...text('times')}
        />
      </div>
      {fault.when === 'after' && <p className="muted">{s.faultForm.afterHint}</p>}
      <Problem error={error} />
      <div className="buttons">
        <Button type="submit" look="primary" busy={busy}>
          {s.faults.add}
        </Button>
        <Button onClick={onClose}>{s.common.cancel}</Button>
      </div>
    </form>
  )
}

/** The fault as the control API takes it: empty fields are left out. */
function inputOf(fields: Fields, pid: string): FaultInput | DeliveryFaultInput {
  const { when, type, status, ms, method, path, event, times, everywhere } = fields
  const property_id = everywhere === '' ? pid : ''
  const match =
    when === 'delivery' ? { event_type: event, property_id } : { method, path: path.trim(), property_id }
  // The server checks what the fields together mean.
  return {
    when,
    match: Object.fromEntries(Object.entries(match).filter(([, value]) => value !== '')),
    action: {
      type,
      ...(type === 'status' && { status: Number(status) }),
      ...(type === 'delay' && { ms: Number(ms) }),
    },
    times: times === '' ? undefined : Number(times),
  } as FaultInput | DeliveryFaultInput
}
