import { lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** Body of `POST …/seed`. */
export const seedInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    bookings: z
      .int()
      .check(
        z.gte(1, 'must be at least 1'),
        z.lte(10_000_000, 'must be at most 10000000'),
        z.describe('How many, 1–10,000,000.'),
      ),
    seed: z
      .optional(z.union([text(200), z.int()]))
      .check(
        z.describe('The same seed gives the same bookings, ids included. Default: another one each time.'),
      ),
  }),
)
/** Many realistic bookings at once. */
export type SeedInput = {
  /** How many, 1–10,000,000. For example 1000. */
  bookings: number
  /** The same seed gives the same bookings, ids included. Default: another one each time. For example `always-the-same`. */
  seed?: string | number | undefined
}

/** The last line of a seeding. */
export const seedResultSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    done: z.int().check(z.describe('Bookings written so far: all of them.')),
    bookings: z.int().check(z.describe('Bookings written.')),
    payments: z.int().check(z.describe('Payments written with them.')),
    seed: z.union([z.string(), z.int()]).check(z.describe('The seed that was used.')),
  }),
)
/** The last line of a seeding. */
export type SeedResult = {
  /** Bookings written so far: all of them. For example 2000. */
  done: number
  /** Bookings written. For example 1000. */
  bookings: number
  /** Payments written with them. For example 1650. */
  payments: number
  /** The seed that was used. For example `always-the-same`. */
  seed: string | number
}

/** A line of the answer to a seeding: progress, the result, or why it stopped. */
export const seedLineSchema = /* @__PURE__ */ lazily(() =>
  z.union([
    seedResultSchema,
    z.looseObject({ done: z.int().check(z.describe('Bookings written so far.')) }),
    z.looseObject({ error: z.string().check(z.describe('Why it stopped; what was written stays.')) }),
  ]),
)
/** A line of the answer to a seeding, which is a stream of JSON lines. */
export type SeedLine =
  | SeedResult
  | {
      /** Bookings written so far. For example 2000. */
      done: number
    }
  | {
      /** Why it stopped; what was written stays. */
      error: string
    }

export const seedOperations = {
  seedBookings: {
    method: 'POST',
    path: '/properties/{propertyId}/seed',
    tag: 'bookings',
    summary: 'Add many realistic bookings with their payments, without events',
    description:
      'The answer is a stream of JSON lines: `{"done":2000}` after each batch, the totals as the last line, or ' +
      '`{"error":"…"}`. Closing the connection stops it; what was written stays.',
    body: seedInputSchema,
    status: 200,
    answer: seedLineSchema,
    stream: 'application/x-ndjson',
  },
} as const satisfies Record<string, ControlOperation>
