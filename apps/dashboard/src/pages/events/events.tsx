import type { EventQuery, FiredEvent } from '@svc/control'
import { eventTypes, type EventType } from '@svc/models'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { eventSamples } from '../../lib/event-samples.ts'
import { everyPage } from '../../lib/every-page.ts'
import { pageOf, useChangeSearch, usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { Loading, PageHead, Section } from '../../ui/layout.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useListView } from '../../ui/list-view.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { ObjectLinks } from './object-links.tsx'

const isType = (text: string | undefined): text is EventType =>
  (eventTypes as readonly string[]).includes(text ?? '')

/** The catalogue of events, a sample of each to send, and what has fired. */
export function Events() {
  const { search } = usePlace()
  const change = useChangeSearch()
  const wanted = search['type']
  const type = isType(wanted) ? wanted : 'payment.created'
  return (
    <>
      <PageHead title={s.events.title} lead={s.events.lead} />
      <div className="columns">
        <SendEvent type={type} onType={(next) => void change({ type: next })} />
        <Catalogue type={type} />
      </div>
      <Fired />
    </>
  )
}

function SendEvent({ type, onType }: { type: EventType; onType: (type: string) => void }) {
  const control = useControl()
  const [data, setData] = useState('')
  const {
    run,
    busy,
    error,
    data: fired,
    reset,
  } = useAction(() => control.events.trigger(type, readData(data)))
  // Another event begins anew, in the same fields: a choice that is made anew loses the focus while somebody types in it, and
  // the next letter is a shortcut.
  useEffect(() => {
    setData('')
    reset()
  }, [type, reset])
  return (
    <Section title={s.events.send}>
      <form className="panel" onSubmit={(event) => (event.preventDefault(), run())}>
        <SelectField label={s.deliveries.event} value={type} options={eventTypes} onChange={onType} />
        <TextArea
          label={s.events.data}
          hint={s.events.dataHint}
          className="mono"
          rows={5}
          spellCheck={false}
          placeholder='{ "amount": "99.90" }'
          value={data}
          onChange={(event) => setData(event.currentTarget.value)}
        />
        <Problem error={error} />
        <div className="buttons">
          <Button type="submit" look="primary" busy={busy} icon={<Send size={14} aria-hidden />}>
            {s.events.send}
          </Button>
          <Button onClick={() => setData(JSON.stringify(eventSamples[type].data, null, 2))}>
            {s.events.fillIn}
          </Button>
        </div>
      </form>
      {fired && !error && <Outcome event={fired} />}
    </Section>
  )
}

function readData(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new Error(s.events.notJson(error instanceof Error ? error.message : ''), { cause: error })
  }
}

function Outcome({ event }: { event: FiredEvent }) {
  const { delivery_ids } = event
  return (
    <div role="status">
      {delivery_ids.length === 0 ? (
        <div className="notice warn">
          <p>
            {s.events.nobody} <code>{event.type}</code>. <To place="endpoints">{s.nav.endpoints}</To>
          </p>
        </div>
      ) : (
        <div className="notice good">
          <p>{s.events.caused(delivery_ids.length)}</p>
          <ul>
            {delivery_ids.map((id) => (
              <li key={id}>
                <To className="mono" place="deliveries" id={id}>
                  {id}
                </To>
              </li>
            ))}
          </ul>
        </div>
      )}
      <CodeBlock label={s.events.sentData} text={JSON.stringify(event.data, null, 2)} />
    </div>
  )
}

/** What the data of the chosen event holds, and an example. */
function Catalogue({ type }: { type: EventType }) {
  const { fields, data } = eventSamples[type]
  return (
    <Section title={s.events.about(type)}>
      <p>{s.events.fires[type]}</p>
      <Table
        rows={fields}
        label={s.events.about(type)}
        rowKey={({ name }) => name}
        columns={[
          { head: s.events.field, look: 'main', cell: ({ name }) => <code>{name}</code> },
          { head: s.events.form, cell: ({ form }) => form },
        ]}
      />
      <CodeBlock label={s.events.example} text={JSON.stringify(data, null, 2)} />
    </Section>
  )
}

function Fired() {
  const { search } = usePlace()
  const page = pageOf(search)
  const sort = (search['sort'] || undefined) as EventQuery['sort']
  const fired = isType(search['fired']) ? search['fired'] : undefined
  const change = useChangeSearch()
  const control = useControl()
  const view = useListView('events', columns())
  const { data, error, loading, reload } = useRead(
    'events',
    ['list', page, sort, fired],
    (property) => property.events.list({ page, limit: 20, sort, type: fired }),
    { keep: true },
  )
  return (
    <Section
      title={s.events.history}
      actions={
        <>
          {view.menu}
          <ExportMenu
            name="events"
            rows={() => everyPage((window) => control.events.list({ sort, type: fired, ...window }))}
          />
        </>
      }
    >
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={s.events.which}
          any={s.common.any}
          value={fired ?? ''}
          options={eventTypes}
          onChange={(value) => void change({ fired: value })}
        />
      </form>
      <Problem error={error} onRetry={reload} />
      {loading && <Loading />}
      {data?.total_count === 0 && (
        <p className="muted">{fired === undefined ? s.events.none : s.events.noMatch}</p>
      )}
      {data && data.total_count > 0 && (
        <>
          <Table
            rows={data.results}
            label={s.events.history}
            rowKey={({ id }) => id}
            columns={view.columns}
            sorting={view.sorting}
          />
          <Pager page={data} count={s.events.count} />
        </>
      )}
    </Section>
  )
}

const columns = (): Column<FiredEvent>[] => [
  {
    head: s.deliveries.event,
    sort: 'type',
    look: 'main',
    cell: ({ id, type }) => (
      <To className="mono" place="events" id={id}>
        {type}
      </To>
    ),
  },
  { head: s.deliveries.about, cell: ({ data: about }) => <ObjectLinks data={about} /> },
  {
    head: s.deliveries.title,
    cell: ({ delivery_ids }) => s.events.deliveries(delivery_ids.length),
  },
  { head: s.deliveries.firedAt, sort: 'created_at', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: s.events.id, extra: true, cell: ({ id }) => <Id id={id} /> },
]
