import type { CreatePayment, ListPaymentsQuery, Payment, UpdatePayment } from '@svc/models'
import { type ApiPromise, eager } from '../api-promise.ts'
import type { Caller } from '../core/call/caller.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import { WholeList } from '../pagination.ts'

/** Payment records. Amounts are decimal strings: `"120.50"`. */
export class Payments {
  readonly #call: Caller

  /** @internal */
  constructor(call: Caller) {
    this.#call = call
  }

  /** Active payments, newest first, of one booking with `bid`. */
  list(query: ListPaymentsQuery = {}, options?: CallOptions): WholeList<Payment> {
    return new WholeList(() => this.#call('listPayments', { query, options }))
  }

  /** Records a payment, exactly once under one `idempotencyKey`, however often it is sent. */
  create(payment: CreatePayment, options?: WriteOptions): ApiPromise<Payment> {
    return eager(this.#call('createPayment', { body: payment, options }))
  }

  /** Changes fields of a payment. `null` unlinks `bid` and `gid` and clears `description`. */
  update(id: string, changes: UpdatePayment, options?: WriteOptions): ApiPromise<Payment> {
    return eager(this.#call('updatePayment', { id, body: changes, options }))
  }

  /** Deletes a payment: it is kept for audit and hidden from lists. Deleting twice does no harm. */
  delete(id: string, options?: CallOptions): ApiPromise<void> {
    return eager(this.#call('deletePayment', { id, options }))
  }
}
