import { type ControlEndpoint, ControlError, type EndpointHealth } from '@svc/control'
import { eventTypes, type EventType } from '@svc/models'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { milliseconds } from '../../lib/format.ts'
import { useGo, usePlace } from '../../lib/place.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton, Id } from '../../ui/copy-button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Facts, Loading, PageHead, Section, Sentence } from '../../ui/layout.tsx'
import { isGone, NotThere } from '../../ui/not-there.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Secrets } from '../../ui/secrets.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { columnsOfEndpoint, DeliveryTable } from '../deliveries/deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { HealthLine } from './health.tsx'
import { Recover } from './recover.tsx'
import { useSecrets } from './use-secrets.tsx'

/** One endpoint: how it is doing, why it fails, and what can be done about it. */
export function EndpointPage() {
  const { id } = usePlace()
  const go = useGo()
  const { webhooks } = useControl()
  const { data, error, loading, reload } = useRead('webhooks', ['one', id], async (control) => {
    const found = (await control.webhooks.list()).find((endpoint) => endpoint.id === id)
    if (!found) throw new ControlError('not_found', s.notThere.title, { status: 404 })
    return found
  })
  const { data: insights } = useRead('insights', ['day'], (control) =>
    control.insights({ minutes: 1_440, spans: 24 }),
  )
  const [editing, setEditing] = useState(false)
  const secrets = useSecrets()
  if (error && (!data || isGone(error)))
    return (
      <NotThere kind="endpoint" place="endpoints" title={s.endpoints.one} error={error} onRetry={reload} />
    )
  if (loading || !data) return <Loading lines={8} />
  const health = insights?.endpoints.find(({ endpoint_id }) => endpoint_id === id)
  return (
    <>
      <PageHead
        title={
          <bdi className="some-lines" title={data.url}>
            {data.url}
          </bdi>
        }
        crumb={<To place="endpoints">{s.endpoints.title}</To>}
      >
        <CopyButton text={data.url} label={s.common.copyUrl} />
      </PageHead>
      <Secrets shown={secrets.shown} onDone={secrets.done} />
      <EndpointActions
        endpoint={data}
        secrets={secrets}
        onEdit={() => setEditing(true)}
        onChange={reload}
        onDeleted={() => go('endpoints')}
      />
      {editing && (
        <EndpointForm
          endpoint={data}
          submit={s.common.save}
          onClose={() => setEditing(false)}
          onSave={async (fields) => {
            await webhooks.update(id, fields)
            setEditing(false)
            reload()
          }}
        />
      )}
      <EndpointFacts endpoint={data} />
      <Section title={s.health.title}>
        <HealthLine health={health} />
        {health && <Causes health={health} />}
        <Recover endpointId={id} since={health?.failing_since ?? null} />
      </Section>
      <SendSample endpoint={data} />
      <Latest id={id} />
    </>
  )
}

function EndpointFacts({ endpoint }: { endpoint: ControlEndpoint }) {
  return (
    <Facts
      rows={[
        [s.endpoints.state, <Badge key="state" word={endpoint.is_active ? 'active' : 'off'} />],
        [s.endpoints.id, <Id key="id" id={endpoint.id} />],
        [s.endpoints.events, endpoint.events.join(', ')],
        [s.endpoints.added, <Time key="added" at={endpoint.created_at} />],
      ]}
    />
  )
}

/** Failures of the last day, those with one cause together. */
function Causes({ health }: { health: EndpointHealth }) {
  if (health.causes.length === 0) return null
  return (
    <Table
      rows={health.causes}
      label={s.health.causes}
      rowKey={({ cause }) => cause}
      columns={[
        { head: s.health.cause, look: 'wide', cell: ({ cause }) => <code>{cause}</code> },
        {
          head: s.health.failures,
          look: 'end',
          cell: ({ count }) => <span className="number">{count}</span>,
        },
        {
          head: s.health.last,
          cell: ({ last_delivery_id }) => (
            <To place="deliveries" id={last_delivery_id}>
              {s.health.show}
            </To>
          ),
        },
      ]}
    />
  )
}

function SendSample({ endpoint }: { endpoint: ControlEndpoint }) {
  const control = useControl()
  const [type, setType] = useState<string>(endpoint.events[0] ?? eventTypes[0])
  const { run, busy, error, data } = useAction(async () => {
    const { delivery_ids } = await control.events.trigger(type as EventType, undefined, {
      endpointId: endpoint.id,
    })
    // What the receiver answers to the first attempt is what one wants to know: the clock settles what is due.
    const [deliveryId = ''] = delivery_ids
    return { deliveryId }
  })
  return (
    <Section title={s.endpoints.test}>
      <form className="filters" onSubmit={(event) => (event.preventDefault(), run())}>
        <SelectField label={s.deliveries.event} value={type} options={eventTypes} onChange={setType} />
        <Button type="submit" busy={busy} icon={<Send size={14} aria-hidden />}>
          {s.endpoints.sendSample}
        </Button>
      </form>
      <Problem error={error} />
      {data && (
        <p role="status">
          {data.deliveryId === '' ? s.endpoints.isOff : <SampleOutcome id={data.deliveryId} />}
        </p>
      )}
    </Section>
  )
}

/** How the sample fares, as it does. */
function SampleOutcome({ id }: { id: string }) {
  const { data } = useRead('deliveries', ['one', id], (control) => control.deliveries.get(id))
  const link = (
    <To key="link" place="deliveries" id={id}>
      {s.deliveries.one}
    </To>
  )
  const last = data?.attempt_log.at(-1)
  if (!last) return <Sentence text={s.endpoints.sampleSent} parts={[link]} />
  const answer = last.response_status ?? last.error ?? ''
  return (
    <Sentence
      text={s.endpoints.sampleAnswered(String(answer), milliseconds(last.duration_ms))}
      parts={[link]}
    />
  )
}

function Latest({ id }: { id: string }) {
  const { data } = useRead('deliveries', ['of', id], (control) =>
    control.deliveries.list({ endpoint_id: id, limit: 10 }),
  )
  return (
    <Section
      title={s.endpoints.latest}
      actions={
        <To place="deliveries" search={{ endpoint_id: id }}>
          {s.common.all}
        </To>
      }
    >
      {data && data.total_count > 0 ? (
        <DeliveryTable deliveries={data.results} columns={columnsOfEndpoint()} />
      ) : (
        <p className="muted">{s.deliveries.none}</p>
      )}
    </Section>
  )
}
