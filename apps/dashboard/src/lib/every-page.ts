/** Rows that one export holds: more is what `svc-sandbox export` is for. */
const mostRows = 10_000
const perPage = 100

/** The rows of all pages of a list. */
export async function everyPage<Row>(
  read: (page: { page: number; limit: number }) => Promise<{ results: Row[]; total_pages: number }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostRows; page += 1) {
    const { results, total_pages } = await read({ page, limit: perPage })
    rows.push(...results)
    if (page >= total_pages) break
  }
  return rows
}
