import * as z from 'zod/mini'
import { type Named, openEnum } from './open.ts'

/** The error codes and their HTTP statuses (spec 7, D4). */
export const errorStatuses = {
  bad_request: 400,
  validation_error: 400,
  unauthorized: 401,
  origin_not_allowed: 403,
  not_found: 404,
  idempotency_key_in_use: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const
/** A stable error code (D4): match on it, not on the message. */
export type ErrorCode = keyof typeof errorStatuses

/** The error codes. */
export const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

/** One bad field: `path` as in `stay_dates.0.amount` (empty: the whole body), and what is wrong with it (D3). */
export const errorDetailSchema = z.looseObject({ path: z.string(), message: z.string() })
/** One bad field of a refused request (D3). */
export type ErrorDetail = Named<z.infer<typeof errorDetailSchema>>

/** The body of every error answer (D3). */
export const errorBodySchema = z.looseObject({
  code: openEnum(errorCodes),
  message: z.string(),
  details: z.optional(z.array(errorDetailSchema)),
  request_id: z.optional(z.string()),
})
/** The body of an error answer (D3). */
export type ErrorBody = Named<z.infer<typeof errorBodySchema>>
