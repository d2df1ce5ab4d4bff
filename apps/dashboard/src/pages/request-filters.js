import { Select } from '../components/select.js'
import { queryOf } from '../lib/api.js'
import { html } from '../lib/html.js'
import { changeQuery } from '../lib/route.js'

/** What the server filters of the filters in the address. @param {URLSearchParams} query @param {string} pid */
export function serverQuery(query, pid) {
  return queryOf({
    method: query.get('method') ?? '',
    path: query.get('path') ?? '',
    idempotency_key: query.get('key') ?? '',
    property_id: query.get('from') === 'all' ? '' : pid,
  })
}

/** @param {{ query: URLSearchParams }} props */
export function RequestFilters({ query }) {
  const field = (/** @type {string} */ name) => ({
    value: query.get(name) ?? '',
    onChange: (/** @type {Event} */ event) =>
      changeQuery({ [name]: /** @type {HTMLInputElement} */ (event.currentTarget).value.trim() }),
  })
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    changeQuery({ [name]: value })
  return html`
    <form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Select}
        label="Method"
        any="Any"
        value=${query.get('method') ?? ''}
        options=${['GET', 'POST', 'PATCH', 'DELETE']}
        onChange=${choose('method')}
      />
      <${Select}
        label="Status"
        any="Any"
        value=${query.get('kind') ?? ''}
        options=${[
          ['2xx', '2xx: done'],
          ['4xx', '4xx: refused'],
          ['5xx', '5xx: broken'],
        ]}
        onChange=${choose('kind')}
      />
      <label class="grow"
        >Path <input type="search" placeholder="/api/v1/client/payments/*" ...${field('path')}
      /></label>
      <label class="grow"
        >Idempotency key <input type="search" placeholder="UUID" ...${field('key')}
      /></label>
      <${Select}
        label="From"
        any="This property"
        value=${query.get('from') ?? ''}
        options=${[['all', 'Anybody, also without a key']]}
        onChange=${choose('from')}
      />
    </form>
  `
}
