import type { DeliveryFaultInput, FaultInput } from '@svc/control'
import type { Strings } from '../i18n/strings.ts'

/** A ready fault: what to break, and what it proves. Its words are in the strings, under the same name. */
export interface ReadyFault {
  name: keyof Strings['gallery']['faults']
  input: FaultInput | DeliveryFaultInput
}

const payments = { method: 'POST', path: '/api/v1/client/payments' }

export const readyFaults: readonly ReadyFault[] = [
  {
    name: 'lostAnswer',
    input: { when: 'after', match: payments, action: { type: 'reset' }, times: 1 },
  },
  {
    name: 'unavailable',
    input: { when: 'before', match: {}, action: { type: 'status', status: 503 }, times: 3 },
  },
  {
    name: 'slow',
    input: { when: 'before', match: {}, action: { type: 'delay', ms: 15_000 }, times: 1 },
  },
  {
    name: 'rateLimited',
    input: {
      when: 'before',
      match: {},
      action: { type: 'status', status: 429, headers: { 'retry-after': '3' } },
      times: 1,
    },
  },
  {
    name: 'halfAnswer',
    input: { when: 'after', match: { method: 'GET' }, action: { type: 'truncate' }, times: 1 },
  },
  {
    name: 'receiverHangs',
    input: { when: 'delivery', match: {}, action: { type: 'timeout' }, times: 2 },
  },
  {
    name: 'receiverFails',
    input: { when: 'delivery', match: {}, action: { type: 'status', status: 500 }, times: 5 },
  },
  {
    name: 'receiverGone',
    input: { when: 'delivery', match: {}, action: { type: 'unreachable' }, times: 1 },
  },
]
