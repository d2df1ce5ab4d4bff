import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { s } from '../i18n/strings.ts'
import { useChangeSearch } from '../lib/place.ts'
import { Button } from './button.tsx'

/** Earlier and later pages of a list. */
export function Pager({
  page,
  count,
}: {
  page: { total_count: number; total_pages: number; current_page: number }
  /** How many there are, in words. */
  count: (total: number) => string
}) {
  const { total_count, total_pages, current_page } = page
  const change = useChangeSearch()
  // A list that has become shorter, or an address that was typed: its last page, in place of an empty table.
  const beyond = current_page > total_pages && total_pages > 0
  useEffect(() => {
    if (beyond) void change({ page: String(total_pages) }, { replace: true })
  }, [beyond, total_pages])
  const go = (to: number) => () => void change({ page: String(to) })
  return (
    <nav className="pager" aria-label={s.pager.label}>
      <span className="muted" role="status">
        {count(total_count)}
        {total_pages > 1 && s.pager.position(current_page, total_pages)}
      </span>
      {total_pages > 1 && (
        <span className="buttons">
          <Button
            disabled={current_page <= 1}
            onClick={go(current_page - 1)}
            icon={<ChevronLeft size={14} aria-hidden />}
          >
            {s.pager.newer}
          </Button>
          <Button disabled={current_page >= total_pages} onClick={go(current_page + 1)}>
            {s.pager.older} <ChevronRight size={14} aria-hidden />
          </Button>
        </span>
      )}
    </nav>
  )
}
