import type { ControlEndpoint, EndpointHealth } from '@svc/control'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useChangeSearch, usePlace } from '../../lib/place.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { Empty, Loading, PageHead } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Secrets } from '../../ui/secrets.tsx'
import { To } from '../../ui/to.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { HealthLine } from './health.tsx'
import { useSecrets } from './use-secrets.tsx'

/** Where events go. Secrets are seen once, when they are made. */
export function Endpoints() {
  const { webhooks } = useControl()
  const { data, error, loading, reload } = useRead('webhooks', ['list'], (control) => control.webhooks.list())
  const { data: insights } = useRead('insights', ['day'], (control) =>
    control.insights({ minutes: 1_440, spans: 24 }),
  )
  const { search } = usePlace()
  const change = useChangeSearch()
  const [edited, setEdited] = useState('')
  // A new one has an address: the palette and a link lead to its form.
  const open = search['add'] === 'yes' ? 'new' : edited
  const setOpen = (which: string) => {
    setEdited(which === 'new' ? '' : which)
    if (which === 'new') void change({ add: 'yes' })
    else if (open === 'new') void change({ add: '' }, { replace: true })
  }
  const secrets = useSecrets()
  return (
    <>
      <PageHead title={s.endpoints.title} lead={s.endpoints.lead}>
        <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setOpen('new')}>
          {s.endpoints.add}
        </Button>
      </PageHead>
      <Secrets shown={secrets.shown} onDone={secrets.done} />
      {open === 'new' && (
        <EndpointForm
          submit={s.endpoints.add}
          onClose={() => setOpen('')}
          onSave={async (fields) => {
            const { url, secret } = await webhooks.create(fields)
            secrets.show({ url, secret })
            setOpen('')
            reload()
          }}
        />
      )}
      <Problem error={error} onRetry={reload} />
      {loading && <Loading />}
      {data?.length === 0 && open !== 'new' && (
        <Empty title={s.endpoints.none} icon={<Webhook size={28} aria-hidden />}>
          <p>{s.endpoints.noneHint}</p>
        </Empty>
      )}
      {data?.map((endpoint) =>
        open === endpoint.id ? (
          <EndpointForm
            key={endpoint.id}
            endpoint={endpoint}
            submit={s.common.save}
            onClose={() => setOpen('')}
            onSave={async (fields) => {
              await webhooks.update(endpoint.id, fields)
              setOpen('')
              reload()
            }}
          />
        ) : (
          <EndpointCard
            key={endpoint.id}
            endpoint={endpoint}
            health={insights?.endpoints.find(({ endpoint_id }) => endpoint_id === endpoint.id)}
            onEdit={() => setOpen(endpoint.id)}
            onChange={reload}
            secrets={secrets}
          />
        ),
      )}
    </>
  )
}

function EndpointCard({
  endpoint,
  health,
  onEdit,
  onChange,
  secrets,
}: {
  endpoint: ControlEndpoint
  health: EndpointHealth | undefined
  onEdit: () => void
  onChange: () => void
  secrets: ReturnType<typeof useSecrets>
}) {
  return (
    <article className="card" aria-label={endpoint.url}>
      <h2 className="card-head">
        <Badge word={endpoint.is_active ? 'active' : 'off'} />
        <To className="mono some-lines" place="endpoints" id={endpoint.id} title={endpoint.url}>
          <bdi>{endpoint.url}</bdi>
        </To>
      </h2>
      <p>
        {endpoint.events.map((event) => (
          <span key={event}>
            <Badge word={event} tone="plain" />{' '}
          </span>
        ))}
      </p>
      <HealthLine health={health} />
      <p className="muted">
        <Id id={endpoint.id} />
      </p>
      <EndpointActions
        endpoint={endpoint}
        onEdit={onEdit}
        onChange={onChange}
        onDeleted={onChange}
        secrets={secrets}
      />
    </article>
  )
}
