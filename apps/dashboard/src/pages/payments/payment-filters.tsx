import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { PaymentPage, PaymentQuery } from '@svc/control'
import { paymentMethods, paymentTypes } from '@svc/models'
import { s } from '../../i18n/strings.ts'
import { startOfDay } from '../../lib/day.ts'
import { type Search, useChangeSearch, usePlace } from '../../lib/place.ts'
import { typedMoney } from '../../lib/typed-money.ts'
import { zone } from '../../lib/zone.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SettledField } from '../../ui/settled-field.tsx'
import { Time } from '../../ui/time.tsx'

const names = ['search', 'method', 'type', 'status', 'amount', 'from', 'until', 'since', 'before'] as const

/** All filters but the booking, empty. */
export const noFilter: Search = Object.fromEntries(names.map((name) => [name, '']))

export const isFiltered = (search: Search): boolean => names.some((name) => search[name])

/** What the server is asked for: the filters of the address, dates as moments of the zone that is shown. */
export function usePaymentFilter(): PaymentQuery {
  const { search } = usePlace()
  const timeZone = zone.use()
  const { bid, from = '', until = '', since, before, amount } = search
  return {
    bid: bid || undefined,
    since: since || startOfDay(from, timeZone),
    before: before || startOfDay(until, timeZone, 1),
    paymentMethod: (search['method'] || undefined) as PaymentQuery['paymentMethod'],
    type: (search['type'] || undefined) as PaymentQuery['type'],
    status: (search['status'] || undefined) as PaymentQuery['status'],
    amount: amount ? typedMoney(amount) : undefined,
    search: search['search'] || undefined,
    sort: (search['sort'] || undefined) as PaymentQuery['sort'],
  }
}

export function PaymentFilters() {
  const { search } = usePlace()
  const change = useChangeSearch()
  // Where a search went on is of the search before: another one begins anew.
  const anew = { since: '', before: '' }
  const choose = (name: string) => (value: string) => void change({ ...anew, [name]: value })
  const type = (name: string) => (value: string) => void change({ ...anew, [name]: value }, { replace: true })
  const { since, before } = search
  const [more, setMore] = useState(false)
  const set = names.filter((name) => name !== 'search' && search[name]).length
  return (
    <form
      className={more ? 'filters foldable' : 'filters foldable folded'}
      role="search"
      onSubmit={(event) => event.preventDefault()}
    >
      <SettledField
        grow
        type="search"
        label={s.payments.search}
        maxLength={255}
        value={search['search'] ?? ''}
        onSettle={type('search')}
      />
      <Button
        aria-expanded={more}
        icon={<SlidersHorizontal size={14} aria-hidden />}
        onClick={() => setMore(!more)}
      >
        {s.payments.filters(set)}
      </Button>
      <SettledField
        label={s.payments.amount}
        inputMode="decimal"
        className="number"
        value={search['amount'] ?? ''}
        onSettle={type('amount')}
      />
      <SelectField
        label={s.payments.method}
        any={s.common.any}
        value={search['method'] ?? ''}
        options={paymentMethods}
        onChange={choose('method')}
      />
      <SelectField
        label={s.payments.type}
        any={s.common.any}
        value={search['type'] ?? ''}
        options={paymentTypes}
        onChange={choose('type')}
      />
      <SelectField
        label={s.payments.status}
        any={s.common.any}
        value={search['status'] ?? ''}
        options={[
          ['active', s.payments.active],
          ['deleted', s.payments.deleted],
        ]}
        onChange={choose('status')}
      />
      <SettledField
        label={s.payments.from}
        type="date"
        value={search['from'] ?? ''}
        onSettle={type('from')}
      />
      <SettledField
        label={s.payments.until}
        type="date"
        value={search['until'] ?? ''}
        onSettle={type('until')}
      />
      {(since || before) && (
        <Button onClick={() => void change(anew)}>
          {before ? s.payments.backToNewest : s.payments.backToOldest}
        </Button>
      )}
    </form>
  )
}

/** Where the search ended, when it did not get through all payments, and the way on. */
export function LookedUntil({ page }: { page: PaymentPage }) {
  const { search } = usePlace()
  const change = useChangeSearch()
  const at = page.looked_until
  if (at === null) return null
  // Those of the same millisecond are seen again: better than never.
  const on =
    search['sort'] === 'date' ? { since: at } : { before: new Date(Date.parse(at) + 1).toISOString() }
  return (
    <div className="notice" role="status">
      <p>
        {s.payments.lookedUntil} <Time at={at} />
      </p>
      <Button onClick={() => void change(on)}>{s.payments.lookOn}</Button>
    </div>
  )
}
