import { Readable } from 'node:stream'
import { setImmediate } from '../timers.ts'

/** A page of a list, as a JSON array. */
type Page = { readonly json: string }

async function* chunks(first: Page, rest: AsyncGenerator<Page, void>) {
  yield `[${inner(first)}`
  for await (const page of rest) {
    const items = inner(page)
    if (items !== '') yield `,${items}`
    // SQLite answers without a turn of the event loop, and so does a socket whose caller reads fast. Without this, no
    // other request would be served until the end of the list.
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  yield ']'
}

const inner = ({ json }: Page): string => json.slice(1, -1)

/**
 * A list that comes in pages, as JSON: one text when one page is all there is, else a stream that reads a page when the
 * caller has taken the one before. The first two pages are read before any byte goes out, so that a database that does
 * not answer is still a 503.
 */
export async function jsonList(pages: AsyncGenerator<Page, void>): Promise<string | Readable> {
  const first = await pages.next()
  if (first.done) return '[]'
  const second = await pages.next()
  if (second.done) return first.value.json
  const ahead = second.value
  async function* rest() {
    yield ahead
    yield* pages
  }
  return Readable.from(chunks(first.value, rest()), { objectMode: false })
}
