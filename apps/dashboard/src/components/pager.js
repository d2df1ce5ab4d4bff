import { html } from '../lib/html.js'
import { plural } from '../lib/format.js'
import { changeQuery } from '../lib/route.js'

/**
 * Earlier and later pages of a list.
 *
 * @param {{ page: { total_count: number, total_pages: number, current_page: number }, one: string, many?: string }} props
 */
export function Pager({ page, one, many }) {
  const { total_count, total_pages, current_page } = page
  const go = (/** @type {number} */ to) => () => changeQuery({ page: to })
  return html`
    <nav class="pager" aria-label="Pages">
      <span class="muted"
        >${plural(total_count, one, many)}${total_pages > 1 && `, page ${current_page} of ${total_pages.toLocaleString('en')}`}</span
      >
      ${
        total_pages > 1 &&
        html`<span class="buttons">
          <button
            type="button"
            class="small outline"
            disabled=${current_page <= 1}
            onClick=${go(current_page - 1)}
          >
            Newer
          </button>
          <button
            type="button"
            class="small outline"
            disabled=${current_page >= total_pages}
            onClick=${go(current_page + 1)}
          >
            Older
          </button>
        </span>`
      }
    </nav>
  `
}
