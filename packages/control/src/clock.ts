import { timestamp, uuid, type Named, lazily } from '@svc/models'
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
export type ClockState = Named<z.infer<typeof clockStateSchema>>

/** Where the clock stands after an advance. */
export const clockAdvancedSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    ...clockFields(),
    attempts: z.int().check(z.describe('Attempts that were made on the way.')),
  }),
)
/** Where the clock stands after an advance. */
export type ClockAdvanced = Named<z.infer<typeof clockAdvancedSchema>>

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
export type ClockInput = z.input<typeof clockInputSchema>

/** Body of `POST /clock/advance`. At most ten years: enough for any test, and within the range of dates. */
export const advanceInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    seconds: seconds(315_360_000, 'must be at most ten years').check(
      z.describe('Virtual seconds, 0–315,360,000; fractions count to the millisecond.'),
    ),
  }),
)
/** How far to advance. */
export type AdvanceInput = z.input<typeof advanceInputSchema>

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
export type DueList = Named<z.infer<typeof dueListSchema>>

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
