import { paymentMethods, paymentTypes, type CreatePayment, type Payment } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { decimal } from '../../lib/format.ts'
import { typedMoney } from '../../lib/typed-money.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

const fieldsOf = (payment: Payment | undefined, bid: string) => ({
  amount: payment ? decimal(payment.amount) : '',
  paymentMethod: payment?.paymentMethod ?? 'Cash',
  type: payment?.type ?? 'income',
  name: payment?.name ?? '',
  description: payment?.description ?? '',
  bid: payment?.bid ?? bid,
})

/** The fields of a payment. Of one that there is, only what was changed is sent: the rest may have changed elsewhere. */
export function PaymentForm({
  payment,
  bid = '',
  submit,
  onSave,
}: {
  payment?: Payment
  bid?: string
  submit: string
  onSave: (fields: CreatePayment) => Promise<unknown>
}) {
  const [before] = useState(() => fieldsOf(payment, bid))
  const [fields, setFields] = useState(before)
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes })
  const amount = typedMoney(fields.amount)
  const { run, busy, error } = useAction(() => {
    const input = {
      amount,
      paymentMethod: fields.paymentMethod as CreatePayment['paymentMethod'],
      type: fields.type as CreatePayment['type'],
      bid: fields.bid.trim() || (payment ? null : undefined),
      name: fields.name || undefined,
      description: fields.description || (payment ? null : undefined),
    }
    const kept = (name: string) =>
      payment !== undefined && fields[name as keyof typeof fields] === before[name as keyof typeof before]
    return onSave(Object.fromEntries(Object.entries(input).filter(([name]) => !kept(name))) as CreatePayment)
  })
  return (
    <form onSubmit={(event) => (event.preventDefault(), run())}>
      <div className="filters">
        <TextField
          label={s.payments.amount}
          inputMode="decimal"
          required
          // Where it is read otherwise than it was typed, one sees how.
          hint={amount === fields.amount.trim() ? undefined : `= ${amount}`}
          placeholder="120.50"
          className="number"
          value={fields.amount}
          onChange={(event) => set({ amount: event.currentTarget.value })}
        />
        <SelectField
          label={s.payments.method}
          value={fields.paymentMethod}
          options={paymentMethods}
          onChange={(paymentMethod) => set({ paymentMethod })}
        />
        <SelectField
          label={s.payments.type}
          value={fields.type}
          options={paymentTypes}
          onChange={(type) => set({ type })}
        />
      </div>
      <TextField
        label={s.payments.name}
        maxLength={255}
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label={s.payments.description}
        value={fields.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextField
        label={s.payments.bookingId}
        className="mono"
        value={fields.bid}
        onChange={(event) => set({ bid: event.currentTarget.value })}
      />
      <Problem error={error} />
      <div className="buttons end">
        <Button type="submit" look="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
