import { wholeNumber } from '@svc/models'
import * as z from 'zod/mini'

/** Page and size of a list of the control API. */
export const pageQuery = () => ({
  page: z
    ._default(wholeNumber({ min: 1, max: 10_000_000 }), 1)
    .check(z.describe('Page number, from 1. Default 1.')),
  limit: z
    ._default(wholeNumber({ min: 1, max: 100 }), 50)
    .check(z.describe('Entries per page, 1–100. Default 50.')),
})

/** The order of a list: a field, or with `-` before it the largest first. */
export const sortBy = <const Field extends string>(fields: readonly Field[]) =>
  z
    .optional(
      z.enum(
        fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]),
        `must be ${fields.join(', ')}, or one of them after a minus sign`,
      ),
    )
    .check(
      z.describe(
        'Order: a field, the smallest first, or `-` and a field, the largest first. Default: newest first.',
      ),
    )

/** One page of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.looseObject({
    results: z.array(item),
    total_count: z.int().check(z.gte(0), z.describe('Entries that match, over all pages.')),
    total_pages: z.int().check(z.gte(0), z.describe('Pages of the asked size.')),
    current_page: z
      .int()
      .check(z.gte(1), z.describe('The page asked for; beyond the last one `results` is empty.')),
  })
