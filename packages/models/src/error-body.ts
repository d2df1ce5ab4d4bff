import * as z from 'zod/mini'
import { lazily } from './lazily.ts'
import { type Open, openEnum } from './open.ts'
import { type ErrorCode, errorCodes } from './vocabulary.ts'

/** One bad field: `path` as in `stay_dates.0.amount` (empty: the whole body), and what is wrong with it. */
export const errorDetailSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({ path: z.string(), message: z.string() }),
)
/** One bad field of a refused request. */
export type ErrorDetail = {
  /** Name of the field, such as `events.1`; empty for the body as a whole. */
  path: string
  /** What is wrong, for people; it may change: `must be a UUID`. */
  message: string
}

/** The body of every error answer (D3). */
export const errorBodySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    code: openEnum(errorCodes),
    message: z.string(),
    details: z.optional(z.array(errorDetailSchema)),
    request_id: z.optional(z.string()),
  }),
)
/** The body of an error answer. */
export type ErrorBody = {
  /** What went wrong, for programs: `validation_error`. */
  code: Open<ErrorCode>
  /** What went wrong, for people; it may change: `No booking with the id "…" in this property.` */
  message: string
  /** Every bad field of a refused request; absent for other errors. */
  details?: ErrorDetail[] | undefined
  /** Identifies the request in logs; the `X-Request-Id` of the answer. */
  request_id?: string | undefined
}
