import { lazily } from '@svc/models'
import * as z from 'zod/mini'
import type { ControlOperation } from './operation.ts'

/** What can change, as far as a reader of lists wants to know. */
export const changeTopics = [
  'properties',
  'bookings',
  'webhooks',
  'deliveries',
  'clock',
  'faults',
  'requests',
  'state',
] as const

/** A line of the stream of changes: what to read again. */
export const changeSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    topics: z
      .array(z.enum(changeTopics))
      .check(
        z.describe('What changed since the line before. `bookings` stands for payments and messages too.'),
      ),
  }),
)
/** A line of the stream of changes: what to read again. */
export type Change = {
  /** What changed since the line before. `bookings` stands for payments and messages too. */
  topics: ChangeTopic[]
}
/** What can change, as far as a reader of lists wants to know. */
export type ChangeTopic = (typeof changeTopics)[number]

/** News of changes, so that whoever shows lists need not ask again and again. */
export const changeOperations = {
  followChanges: {
    method: 'GET',
    path: '/changes/stream',
    tag: 'state',
    summary: 'Follow what changes, to read it again',
    description:
      'Server-sent events of type `change`, at most two a second. Changes of other nodes are told of deliveries alone. ' +
      'Ends when the sandbox stops, or when the reader is too far behind.',
    status: 200,
    answer: changeSchema,
    stream: 'text/event-stream',
  },
} as const satisfies Record<string, ControlOperation>
