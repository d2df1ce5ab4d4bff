/** Rows that one file holds: more is what `svc-sandbox export` is for. */
const mostRows = 10_000
const perPage = 100

/** Rows, and how many there are in all: more when they are too many for one file. */
export interface ManyRows<Row> {
  rows: Row[]
  of: number
}

/** The rows of all pages of a list. */
export async function everyPage<Row>(
  read: (page: {
    page: number
    limit: number
  }) => Promise<{ results: Row[]; total_pages: number; total_count: number }>,
): Promise<ManyRows<Row>> {
  const rows: Row[] = []
  let of = 0
  for (let page = 1; rows.length < mostRows; page += 1) {
    const { results, total_pages, total_count } = await read({ page, limit: perPage })
    rows.push(...results)
    of = total_count
    if (page >= total_pages) break
  }
  return { rows, of: Math.max(of, rows.length) }
}
