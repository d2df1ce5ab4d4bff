import { s } from '../../i18n/strings.ts'
import { useChangeSearch } from '../../lib/place.ts'
import { type RequestFilter, readFilter, writeFilter } from '../../lib/request-query.ts'
import { useSettledText } from '../../lib/use-settled-text.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

/** One filter that reads like a search; the choices beside it write into it. */
export function RequestFilters({ typed }: { typed: string }) {
  const change = useChangeSearch()
  const { text, setText, settle } = useSettledText(typed, (q) => void change({ q }, { replace: true }))
  const filter = readFilter(text)
  const choose = (name: keyof RequestFilter) => (value: string) =>
    void change({ q: writeFilter({ ...filter, [name]: value }) })
  return (
    <form className="filters" role="search" onSubmit={(event) => (event.preventDefault(), settle())}>
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
