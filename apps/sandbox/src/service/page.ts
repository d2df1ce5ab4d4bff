/** A page as every list of the wire shows it (spec 4.1, D8). */
export interface Page<Item> {
  results: Item[]
  total_count: number
  total_pages: number
  current_page: number
}

/** @param asked which page, from 1, and how many there are on one */
export function toPage<Item>(
  results: Item[],
  total: number,
  asked: { page: number; limit: number },
): Page<Item> {
  return {
    results,
    total_count: total,
    total_pages: Math.ceil(total / asked.limit),
    current_page: asked.page,
  }
}
