import { timestamp, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { seconds } from './fields.ts'
import type { ControlOperation } from './operation.ts'

const clockFields = () => ({
  mode: z.enum(['real', 'manual']).check(z.describe('`manual`: it stands still until it is advanced.')),
  now: timestamp().check(z.describe('The virtual time.')),
  offset_seconds: z
    .number()
    .check(z.describe("Seconds by which the virtual clock is ahead of the machine's.")),
})

/** The virtual clock. */
export const clockStateSchema = /* @__PURE__ */ lazily(() => z.looseObject(clockFields()))
/** The virtual clock. */
export type ClockState = {
  /** `real`: time runs. `manual`: it stands still until it is advanced. */
  mode: 'real' | 'manual'
  /** The virtual time. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  now: string
  /** Seconds by which the virtual clock is ahead of the machine's. For example 3600. */
  offset_seconds: number
}

/** Where the clock stands after an advance. */
export const clockAdvancedSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    ...clockFields(),
    attempts: z.int().check(z.describe('Attempts that were made on the way.')),
  }),
)
/** Where the clock stands after an advance. */
export type ClockAdvanced = {
  /** Attempts that were made on the way. For example 2. */
  attempts: number
  /** `real`: time runs. `manual`: it stands still until it is advanced. */
  mode: 'real' | 'manual'
  /** The virtual time. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  now: string
  /** Seconds by which the virtual clock is ahead of the machine's. For example 3600. */
  offset_seconds: number
}

/** Body of `POST /clock`. */
export const clockInputSchema = /* @__PURE__ */ lazily(() =>
  z
    .strictObject({
      mode: z.optional(z.enum(['real', 'manual'])),
      now: z.optional(timestamp()).check(z.describe('Forward only.')),
    })
    .check(
      z.refine(({ mode, now }) => mode !== undefined || now !== undefined, 'must name mode, now or both'),
      z.meta({ minProperties: 1 }),
    ),
)
/** Mode and time to set: either or both. */
export type ClockInput = {
  /** `real`: time runs. `manual`: it stands still until it is advanced. */
  mode?: 'real' | 'manual' | undefined
  /** The virtual time to set, ISO 8601 in UTC: `2030-01-31T12:00:00.000Z`. Forward only. */
  now?: string | undefined
}

/** Body of `POST /clock/advance`. At most ten years: enough for any test, and within the range of dates. */
export const advanceInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    seconds: seconds(315_360_000, 'must be at most ten years').check(
      z.describe('Virtual seconds, 0–315,360,000; fractions count to the millisecond.'),
    ),
  }),
)
/** How far to advance. */
export type AdvanceInput = {
  /** Virtual seconds, 0–315,360,000; fractions count to the millisecond. For example 7200. */
  seconds: number
}

/** Attempts that time will bring, the next first; at most 50. Those to endpoints that are off are not among them. */
export const dueListSchema = /* @__PURE__ */ lazily(() =>
  z.array(
    z.looseObject({
      delivery_id: uuid(),
      property_id: uuid(),
      endpoint_id: uuid(),
      endpoint_url: z.string(),
      event_type: z.string(),
      attempt: z.int().check(z.describe('Which one it will be, from 1.')),
      at: timestamp().check(z.describe('When it is due on the virtual clock.')),
    }),
  ),
)
/** Attempts that time will bring, the next first. */
export type DueList = {
  /** The delivery. A UUID. */
  delivery_id: string
  /** The property. A UUID. */
  property_id: string
  /** The webhook endpoint. A UUID. */
  endpoint_id: string
  /** The URL of its endpoint: `https://example.com/webhooks`. */
  endpoint_url: string
  /** Name of the event: `payment.created`. */
  event_type: string
  /** Which one it will be, from 1. For example 2. */
  attempt: number
  /** When it is due on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  at: string
}[]

/** The virtual clock. */
export const clockOperations = {
  getClock: {
    method: 'GET',
    path: '/clock',
    tag: 'clock',
    summary: 'Get mode and time of the virtual clock',
    status: 200,
    answer: clockStateSchema,
  },
  setClock: {
    method: 'POST',
    path: '/clock',
    tag: 'clock',
    summary: 'Set mode or time of the virtual clock, or both',
    body: clockInputSchema,
    status: 200,
    answer: clockStateSchema,
  },
  advanceClock: {
    method: 'POST',
    path: '/clock/advance',
    tag: 'clock',
    summary: 'Advance the virtual clock',
    description: 'Answers when every delivery that becomes due in this time has settled.',
    body: advanceInputSchema,
    status: 200,
    answer: clockAdvancedSchema,
  },
  listDue: {
    method: 'GET',
    path: '/clock/due',
    tag: 'clock',
    summary: 'List the attempts that are due next, of all properties',
    status: 200,
    answer: dueListSchema,
  },
} as const satisfies Record<string, ControlOperation>
