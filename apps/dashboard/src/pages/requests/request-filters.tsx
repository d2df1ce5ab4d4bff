import { useEffect, useRef, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useChangeSearch } from '../../lib/place.ts'
import { type RequestFilter, readFilter, writeFilter } from '../../lib/request-query.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

/** Milliseconds after the last key until the list follows what is typed. */
const settleMs = 350

/** One filter that reads like a search; the choices beside it write into it. */
export function RequestFilters({ typed }: { typed: string }) {
  const change = useChangeSearch()
  const [text, setText] = useState(typed)
  // What was asked for last. The address follows a moment later, when more may have been typed.
  const asked = useRef(typed)
  const ask = (q: string, options?: { replace: boolean }) => {
    asked.current = q
    void change({ q }, options)
  }
  useEffect(() => {
    if (typed === asked.current) return
    // Somebody else changed the address: a link, a button, the way back.
    asked.current = typed
    setText(typed)
  }, [typed])
  useEffect(() => {
    const q = text.trim()
    if (q === asked.current) return undefined
    const timer = setTimeout(() => ask(q, { replace: true }), settleMs)
    return () => clearTimeout(timer)
    // The wait starts anew with each letter, and is over when the address has changed.
  }, [text, typed])
  const filter = readFilter(text)
  const choose = (name: keyof RequestFilter) => (value: string) =>
    void change({ q: writeFilter({ ...filter, [name]: value }) })
  return (
    <form className="filters" role="search" onSubmit={(event) => (event.preventDefault(), ask(text.trim()))}>
      <TextField
        grow
        label={s.requests.filter}
        type="search"
        placeholder="status:5xx path:payments key:…"
        hint={s.requests.filterHint}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SelectField
        label={s.requests.method}
        any={s.common.any}
        value={filter.method ?? ''}
        options={['GET', 'POST', 'PATCH', 'DELETE']}
        onChange={choose('method')}
      />
      <SelectField
        label={s.requests.status}
        any={s.common.any}
        value={filter.status ?? ''}
        options={[
          ['2xx', s.requests.done],
          ['4xx', s.requests.refused],
          ['5xx', s.requests.broken],
        ]}
        onChange={choose('status')}
      />
      <SelectField
        label={s.requests.from}
        any={s.requests.thisProperty}
        value={filter.from ?? ''}
        options={[['all', s.requests.anybody]]}
        onChange={choose('from')}
      />
    </form>
  )
}
