import { WireJson } from './wire-json.ts'

/** A page as every list of the wire shows it. */
export interface Page<Item> {
  results: Item[]
  total_count: number
  total_pages: number
  current_page: number
}

/** Which page is asked for, from 1, and how many there are on one. */
export interface PageQuery {
  page: number
  limit: number
}

const counted = (total: number, { page, limit }: PageQuery) => ({
  total_count: total,
  total_pages: Math.ceil(total / limit),
  current_page: page,
})

export function toPage<Item>(results: Item[], total: number, asked: PageQuery): Page<Item> {
  return { results, ...counted(total, asked) }
}

/** {@link toPage} of what is JSON already. @param more what else the answer says */
export function toWirePage<Item, More extends object = object>(
  texts: readonly string[],
  total: number,
  asked: PageQuery,
  more?: More,
): WireJson<Page<Item> & More> {
  const rest = JSON.stringify({ ...counted(total, asked), ...more })
  return new WireJson(`{"results":[${texts.join(',')}],${rest.slice(1)}`)
}

/** How many items lie before a page. A page number near 2^53 must not give an offset that a database refuses. */
export function offsetOf({ page, limit }: PageQuery): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
}
