import type { Fault } from '@svc/control'
import { Plus, Zap } from 'lucide-react'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { actionText } from '../../lib/fault-words.ts'
import { readyFaults } from '../../lib/fault-gallery.ts'
import { usePlace } from '../../lib/place.ts'
import { useProperties } from '../../lib/properties.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty, Loading, PageHead, Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { FaultForm } from './fault-form.tsx'

/** What is broken on purpose, for calls of the API and for deliveries. */
export function Faults() {
  const { faults } = useControl()
  const { data, error, loading, reload } = useRead('faults', [], (control) => control.faults.list())
  const [open, setOpen] = useState(false)
  const remove = useAction(async (id?: string) => {
    await (id === undefined ? faults.clear() : faults.remove(id))
    reload()
  })
  return (
    <>
      <PageHead title={s.faults.title} lead={s.faults.lead}>
        {data && data.length > 0 && (
          <ConfirmButton
            look="default"
            label={s.faults.clearAll}
            question={s.faults.clearAllQuestion}
            busy={remove.busy}
            onConfirm={() => remove.run()}
          />
        )}
        <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {s.faults.add}
        </Button>
      </PageHead>
      {open && <FaultForm onClose={() => setOpen(false)} onSaved={() => (setOpen(false), reload())} />}
      <Problem error={error} onRetry={reload} />
      <Problem error={remove.error} />
      {loading && <Loading />}
      {data?.length === 0 && !open && (
        <Empty title={s.faults.none} icon={<Zap size={28} aria-hidden />}>
          <p>{s.faults.noneHint}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <FaultTable faults={data} busy={remove.busy} onClear={(id) => remove.run(id)} />
      )}
      <Gallery onAdded={reload} />
    </>
  )
}

function FaultTable({
  faults,
  busy,
  onClear,
}: {
  faults: readonly Fault[]
  busy: boolean
  onClear: (id: string) => void
}) {
  const matchText = useMatchText()
  return (
    <Table
      rows={faults}
      label={s.faults.title}
      rowKey={({ id }) => id}
      columns={[
        { head: s.faults.what, look: 'main', cell: actionText },
        { head: s.faults.to, look: 'wide', cell: (fault) => <bdi>{matchText(fault)}</bdi> },
        {
          head: s.faults.applied,
          look: 'end',
          cell: ({ applied }) => <span className="number">{applied}</span>,
        },
        {
          head: s.faults.left,
          look: 'end',
          cell: ({ remaining }) => <span className="number">{remaining ?? s.faults.untilCleared}</span>,
        },
        {
          head: s.common.actions,
          look: 'end',
          cell: ({ id }) => (
            <Button waits={busy} onClick={() => onClear(id)}>
              {s.faults.clear}
            </Button>
          ),
        },
      ]}
    />
  )
}

/** To what a fault applies, with the property by its name. */
function useMatchText(): (fault: Fault) => string {
  const { data: all = [] } = useProperties()
  const { data: endpoints = [] } = useRead('webhooks', ['list'], (control) => control.webhooks.list())
  const nameOf = (id: string) =>
    all.find((property) => property.id === id)?.name ??
    endpoints.find((endpoint) => endpoint.id === id)?.url ??
    id
  return ({ match, when }) => {
    const given = Object.values(match ?? {}).filter((value): value is string => typeof value === 'string')
    if (given.length > 0) return given.map(nameOf).join(' · ')
    return when === 'delivery' ? s.faults.everyDelivery : s.faults.everyRequest
  }
}

/** Ready faults, each with what it proves about an integration. */
function Gallery({ onAdded }: { onAdded: () => void }) {
  const { pid } = usePlace()
  const { faults } = useControl()
  const { run, busy, error } = useAction(async (index: number) => {
    const { input } = readyFaults[index]!
    await faults.add({ ...input, match: { ...input.match, property_id: pid } })
    onAdded()
  })
  return (
    <Section title={s.gallery.title}>
      <p className="muted">{s.gallery.lead}</p>
      <Problem error={error} />
      <ul className="gallery">
        {readyFaults.map(({ name }, index) => {
          const { title, proves } = s.gallery.faults[name]
          return (
            <li key={name} className="card">
              <h3>{title}</h3>
              <p>{proves}</p>
              <Button waits={busy} onClick={() => run(index)} aria-label={s.gallery.use(title)}>
                {s.gallery.set}
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
