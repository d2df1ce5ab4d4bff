import { useState } from 'preact/hooks'
import { Problem } from '../components/problem.js'
import { Select } from '../components/select.js'
import { call } from '../lib/api.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'
import { eventTypes } from '../lib/vocabulary.js'

/** @type {Record<string, [value: string, text: string][]>} */
const actions = {
  before: [
    ['status', 'answers with a status'],
    ['delay', 'is delayed'],
    ['reset', 'loses its connection'],
    ['truncate', 'gets half an answer'],
  ],
  after: [
    ['status', 'answers with a status'],
    ['delay', 'is delayed'],
    ['reset', 'loses its connection'],
    ['truncate', 'gets half an answer'],
  ],
  delivery: [
    ['status', 'is answered with a status'],
    ['timeout', 'is not answered in time'],
    ['unreachable', 'reaches nobody'],
  ],
}

/** @param {{ pid: string, onSaved: () => void, onClose: () => void }} props */
export function FaultForm({ pid, onSaved, onClose }) {
  const [fault, setFault] = useState({
    when: 'before',
    type: 'status',
    status: '503',
    ms: '2000',
    method: '',
    path: '',
    event: '',
    times: '1',
    everywhere: '',
  })
  const set = (/** @type {Partial<typeof fault>} */ changes) => setFault({ ...fault, ...changes })
  const text = (/** @type {keyof typeof fault} */ name) => ({
    value: fault[name],
    onInput: (/** @type {Event} */ event) =>
      set({ [name]: /** @type {HTMLInputElement} */ (event.currentTarget).value }),
  })
  const { run, busy, error } = useAction(async () => {
    await call('/faults', { method: 'POST', body: inputOf(fault, pid) })
    onSaved()
  })
  // `timeout` and `unreachable` are of deliveries alone, the others of calls: a status both have.
  const setWhen = (/** @type {string} */ when) =>
    set({ when, type: actions[when]?.some(([type]) => type === fault.type) ? fault.type : 'status' })
  const delivery = fault.when === 'delivery'
  return html`
    <form
      class="panel"
      onSubmit=${(/** @type {Event} */ event) =>
        (event.preventDefault(), void run())}
      aria-label="New fault"
    >
      <div class="filters">
        <${Select}
          label="When"
          value=${fault.when}
          onChange=${setWhen}
          options=${[
            ['before', 'A call, before its work is done'],
            ['after', 'A call, after its work was done'],
            ['delivery', 'A delivery'],
          ]}
        />
        <${Select}
          label="What"
          value=${fault.type}
          options=${actions[fault.when] ?? []}
          onChange=${(/** @type {string} */ type) => set({ type })}
        />
        ${fault.type === 'status' && html`<label>Status <input type="number" min="200" max="599" required ...${text('status')} /></label>`}
        ${fault.type === 'delay' && html`<label>Milliseconds <input type="number" min="0" required ...${text('ms')} /></label>`}
      </div>
      <div class="filters">
        ${
          delivery
            ? html`<${Select}
                label="Event"
                any="Any"
                value=${fault.event}
                options=${eventTypes}
                onChange=${(/** @type {string} */ event) => set({ event })}
              />`
            : html`
                <${Select}
                  label="Method"
                  any="Any"
                  value=${fault.method}
                  options=${['GET', 'POST', 'PATCH', 'DELETE']}
                  onChange=${(/** @type {string} */ method) => set({ method })}
                />
                <label class="grow"
                  >Path <input placeholder="/api/v1/client/payments or /api/**" ...${text('path')}
                /></label>
              `
        }
        <${Select}
          label="Of"
          any="This property"
          value=${fault.everywhere}
          options=${[['yes', 'Every property']]}
          onChange=${(/** @type {string} */ everywhere) => set({ everywhere })}
        />
        <label>Times <input type="number" min="1" placeholder="until cleared" ...${text('times')} /></label>
      </div>
      ${fault.when === 'after' && html`<p class="muted">The operation is carried out and its answer is lost: what idempotency keys are for.</p>`}
      <${Problem} error=${error} />
      <div class="buttons">
        <button type="submit" class="small" aria-busy=${busy} disabled=${busy}>Add fault</button>
        <button type="button" class="small outline" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  `
}

/**
 * The fault as the control API takes it: empty fields are left out.
 *
 * @param {Record<'when' | 'type' | 'status' | 'ms' | 'method' | 'path' | 'event' | 'times' | 'everywhere', string>} fields
 * @param {string} pid
 */
function inputOf({ when, type, status, ms, method, path, event, times, everywhere }, pid) {
  const given = (/** @type {Record<string, string>} */ values) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const property_id = everywhere === '' ? pid : ''
  const match = given(
    when === 'delivery' ? { event_type: event, property_id } : { method, path: path.trim(), property_id },
  )
  return {
    when,
    match,
    action: {
      type,
      ...(type === 'status' ? { status: Number(status) } : {}),
      ...(type === 'delay' ? { ms: Number(ms) } : {}),
    },
    ...(times === '' ? {} : { times: Number(times) }),
  }
}
