import * as z from 'zod/mini'
import { type Named, openEnum } from './open.ts'
import { errorCodes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** One bad field: `path` as in `stay_dates.0.amount` (empty: the whole body), and what is wrong with it. */
export const errorDetailSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({ path: z.string(), message: z.string() }),
)
/** One bad field of a refused request. */
export type ErrorDetail = Named<z.infer<typeof errorDetailSchema>>

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
export type ErrorBody = Named<z.infer<typeof errorBodySchema>>
