import type { Payment } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { short } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <Table
      rows={payments}
      label={s.payments.title}
      rowKey={({ id }) => id}
      columns={[
        {
          head: s.payments.name,
          look: 'main',
          cell: ({ id, name }) => (
            <To place="payments" id={id}>
              <bdi>{name}</bdi>
            </To>
          ),
        },
        {
          head: s.payments.amount,
          look: 'end',
          cell: ({ amount, type }) => (
            <span className="number nowrap">
              {type === 'outgoing' ? '−' : ''}
              {amount}
            </span>
          ),
        },
        { head: s.payments.method, cell: ({ paymentMethod }) => paymentMethod },
        {
          head: s.payments.type,
          cell: ({ type, status }) => (
            <>
              <Badge word={type} /> {!status && <Badge word="deleted" title={s.payments.deletedHint} />}
            </>
          ),
        },
        {
          head: s.payments.booking,
          cell: ({ bid }) =>
            bid ? (
              <To className="mono" place="bookings" id={bid} title={bid}>
                {short(bid)}
              </To>
            ) : (
              <span className="muted">{s.common.none}</span>
            ),
        },
        { head: s.payments.date, cell: ({ date }) => <Ago at={date} /> },
      ]}
    />
  )
}
