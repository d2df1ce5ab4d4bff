import { useState } from 'preact/hooks'
import { Facts } from '../components/facts.js'
import { PageHead } from '../components/page-head.js'
import { Problem } from '../components/problem.js'
import { call } from '../lib/api.js'
import { clock, readClock, tellClock, useVirtualNow } from '../lib/clock.js'
import { duration, plural, utc } from '../lib/format.js'
import { html } from '../lib/html.js'
import { useAction } from '../lib/use-action.js'

/** @typedef {import('@svc/control').ClockAdvanced} ClockAdvanced */

/** The steps of the retry ladder, and a day for what expires. */
const steps = /** @type {const} */ ([
  [60, '1 min'],
  [300, '5 min'],
  [1_800, '30 min'],
  [7_200, '2 h'],
  [86_400, '1 day'],
])

/** The virtual clock: for all properties at once. */
export function Clock() {
  const reading = clock.use()
  const now = useVirtualNow()
  const [minutes, setMinutes] = useState('10')
  const [done, setDone] = useState('')
  const { run, busy, error } = useAction(async (/** @type {() => Promise<string>} */ work) => {
    setDone('')
    setDone(await work())
  })
  const advance = (/** @type {number} */ seconds) => async () => {
    /** @type {ClockAdvanced} */
    const after = await call('/clock/advance', { method: 'POST', body: { seconds } })
    tellClock(after)
    const made =
      after.attempts === 0
        ? 'no attempt fell due'
        : `${plural(after.attempts, 'attempt')} fell due and settled`
    return `Advanced by ${duration(seconds)}: ${made}.`
  }
  const change = (/** @type {'real' | 'manual'} */ mode) => async () => {
    tellClock(await call('/clock', { method: 'POST', body: { mode } }))
    await readClock()
    return mode === 'manual' ? 'The clock stands still.' : 'The clock runs.'
  }
  if (reading === null) return html`<${PageHead} title="Clock" />`
  const { mode, offset_seconds } = reading.state
  const manual = mode === 'manual'
  return html`
    <${PageHead}
      title="Clock"
      lead="Advancing makes every attempt that falls due on the way, in order, and answers when all have settled. For all properties."
    />
    <p class="big-clock"><time>${utc(new Date(now).toISOString())}</time> <small class="muted">UTC</small></p>
    <${Facts}
      rows=${[
        ['Mode', manual ? 'Frozen: time passes only when advanced' : 'Running'],
        [
          'Ahead of this machine',
          offset_seconds === 0 ? 'not at all' : `${offset_seconds < 0 ? '−' : ''}${duration(offset_seconds)}`,
        ],
      ]}
    />
    <section>
      <h2>Advance</h2>
      <div class="buttons">
        ${steps.map(([seconds, label]) => html`<button type="button" key=${seconds} class="small" disabled=${busy} onClick=${() => void run(advance(seconds))}>${label}</button>`)}
      </div>
      <form
        class="filters"
        onSubmit=${(/** @type {Event} */ event) =>
          (event.preventDefault(), void run(advance(Number(minutes) * 60)))}
      >
        <label
          >Minutes
          <input
            type="number"
            min="0"
            step="any"
            required
            value=${minutes}
            onInput=${(/** @type {Event} */ event) => setMinutes(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
          />
        </label>
        <span class="buttons"
          ><button type="submit" class="small outline" disabled=${busy}>Advance</button></span
        >
      </form>
      <p role="status" aria-busy=${busy}>${busy ? 'Working…' : done}</p>
      <${Problem} error=${error} />
    </section>
    <section>
      <h2>Freeze or run</h2>
      <p class="muted">Switching never makes time jump.</p>
      <div class="buttons">
        ${
          manual
            ? html`<button
                type="button"
                class="small outline"
                disabled=${busy}
                onClick=${() => void run(change('real'))}
              >
                Let it run
              </button>`
            : html`<button
                type="button"
                class="small outline"
                disabled=${busy}
                onClick=${() => void run(change('manual'))}
              >
                Freeze
              </button>`
        }
      </div>
    </section>
  `
}
