import { Plus } from 'lucide-react'
import { s } from '../../i18n/strings.ts'
import { everyPage } from '../../lib/every-page.ts'
import { pageOf, useChangeSearch, useGo, usePlace } from '../../lib/place.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Empty, Loading, PageHead } from '../../ui/layout.tsx'
import { useListView } from '../../ui/list-view.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Problem } from '../../ui/problem.tsx'
import { To } from '../../ui/to.tsx'
import { isFiltered, LookedUntil, noFilter, PaymentFilters, usePaymentFilter } from './payment-filters.tsx'
import { PaymentForm } from './payment-form.tsx'
import { paymentColumns, PaymentTable } from './payment-table.tsx'

/** The payments that partners recorded; deleted ones stay for the audit. */
export function Payments() {
  const { search } = usePlace()
  const control = useControl()
  const change = useChangeSearch()
  const go = useGo()
  const { bid = '' } = search
  const page = pageOf(search)
  const filter = usePaymentFilter()
  const filtered = isFiltered(search)
  const view = useListView('payments', paymentColumns())
  const { data, error, loading, stale, reload } = useRead(
    'payments',
    ['list', filter, page],
    (property) => property.payments.list({ ...filter, page, limit: 20 }),
    { keep: true },
  )
  const record = () => void change({ record: 'yes' })
  const close = () => void change({ record: '' }, { replace: true })
  return (
    <>
      <PageHead title={s.payments.title} lead={s.payments.lead}>
        {view.menu}
        <ExportMenu
          name="payments"
          rows={() => everyPage((window) => control.payments.list({ ...filter, ...window }))}
        />
        <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={record}>
          {s.payments.record}
        </Button>
      </PageHead>
      <Modal open={search['record'] === 'yes'} onClose={close} title={s.payments.record}>
        <PaymentForm
          bid={bid}
          submit={s.payments.record}
          onSave={async (fields) => {
            const { id } = await control.payments.create(fields)
            go('payments', id)
          }}
        />
      </Modal>
      {bid !== '' && (
        <p>
          {s.payments.ofBooking}{' '}
          <To className="mono" place="bookings" id={bid}>
            {bid}
          </To>{' '}
          · <To place="payments">{s.payments.showAll}</To>
        </p>
      )}
      <PaymentFilters />
      <Problem error={error} onRetry={reload} />
      {loading && <Loading lines={8} />}
      {data?.total_count === 0 &&
        (filtered ? (
          <Empty title={s.payments.noMatch}>
            <Button onClick={() => void change(noFilter)}>{s.payments.clearFilters}</Button>
          </Empty>
        ) : (
          <Empty title={bid === '' ? s.payments.none : s.payments.noneOfBooking}>
            <p>{s.payments.noneHint}</p>
            <Button onClick={record}>{s.payments.record}</Button>
          </Empty>
        ))}
      {data && data.total_count > 0 && (
        <>
          <PaymentTable payments={data.results} stale={stale} {...view} />
          <Pager page={data} count={s.payments.count} />
        </>
      )}
      {data && !stale && <LookedUntil page={data} />}
    </>
  )
}
