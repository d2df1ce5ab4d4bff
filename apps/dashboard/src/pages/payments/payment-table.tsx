import type { Payment } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { Id } from '../../ui/copy-button.tsx'
import { decimal, short } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, type Sorting, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

export const paymentColumns = (): Column<Payment>[] => [
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
        {decimal(amount)}
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
  { head: s.payments.date, sort: 'date', cell: ({ date }) => <Ago at={date} /> },
  { head: s.payments.id, extra: true, cell: ({ id }) => <Id id={id} /> },
]

export function PaymentTable({
  payments,
  columns = paymentColumns().filter(({ extra }) => !extra),
  sorting,
  stale,
}: {
  payments: readonly Payment[]
  columns?: readonly Column<Payment>[]
  sorting?: Sorting
  stale?: boolean
}) {
  return (
    <Table
      rows={payments}
      label={s.payments.title}
      rowKey={({ id }) => id}
      columns={columns}
      sorting={sorting}
      stale={stale}
    />
  )
}
