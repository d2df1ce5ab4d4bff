import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { decimal } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Facts, Loading, PageHead, Section } from '../../ui/layout.tsx'
import { Modal } from '../../ui/modal.tsx'
import { isGone, NotThere } from '../../ui/not-there.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { EventsAbout } from '../events/events-about.tsx'
import { RequestsAbout } from '../requests/requests-about.tsx'
import { PaymentForm } from './payment-form.tsx'

/** One payment: the request that made it, the events that it fired, and what may still happen to it. */
export function PaymentPage() {
  const { id } = usePlace()
  const { payments } = useControl()
  const [editing, setEditing] = useState(false)
  const { data, error, loading, reload } = useRead('payments', ['one', id], (control) =>
    control.payments.get(id),
  )
  const remove = useAction(async () => {
    await payments.delete(id)
    reload()
  })
  if (error && (!data || isGone(error)))
    return <NotThere kind="payment" place="payments" title={s.payments.one} error={error} onRetry={reload} />
  if (loading || !data) return <Loading lines={8} />
  return (
    <>
      <PageHead title={<bdi>{data.name}</bdi>} crumb={<To place="payments">{s.payments.title}</To>}>
        {data.status && (
          <>
            <Button onClick={() => setEditing(true)}>{s.payments.edit}</Button>
            <ConfirmButton
              label={s.common.delete}
              title={s.payments.deleteTitle}
              question={s.payments.deleteQuestion}
              busy={remove.busy}
              onConfirm={() => remove.run()}
            />
          </>
        )}
      </PageHead>
      <Problem error={error ?? remove.error} />
      <Facts
        rows={[
          [s.payments.amount, <strong key="amount">{decimal(data.amount)}</strong>],
          [
            s.payments.type,
            <span key="type">
              <Badge word={data.type} />{' '}
              {!data.status && <Badge word="deleted" title={s.payments.deletedHint} />}
            </span>,
          ],
          [s.payments.method, data.paymentMethod],
          [s.payments.id, <Id key="id" id={data.id} />],
          [
            s.payments.booking,
            data.bid && (
              <To className="mono" place="bookings" id={data.bid}>
                {data.bid}
              </To>
            ),
          ],
          [
            s.payments.guest,
            data.gid && (
              <To className="mono" place="bookings" search={{ guest_id: data.gid }}>
                {data.gid}
              </To>
            ),
          ],
          [s.payments.date, <Time key="date" at={data.date} />],
          [
            s.payments.description,
            data.description && (
              <bdi key="description" className="some-lines" title={data.description}>
                {data.description}
              </bdi>
            ),
          ],
        ]}
      />
      <RequestsAbout id={id} />
      <EventsAbout id={id} />
      <Section title={s.bookings.asApi}>
        <JsonTree label={s.payments.one} text={JSON.stringify(data)} />
      </Section>
      <Modal open={editing} onClose={() => setEditing(false)} title={s.payments.edit}>
        <PaymentForm
          payment={data}
          submit={s.common.save}
          onSave={async (fields) => {
            if (Object.keys(fields).length > 0) await payments.update(id, fields)
            setEditing(false)
            reload()
          }}
        />
      </Modal>
    </>
  )
}
