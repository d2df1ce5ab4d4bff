import type { Property } from '@svc/control'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useVirtualNow } from '../../lib/clock.ts'
import { control, queries } from '../../lib/control.ts'
import { timeText } from '../../lib/format.ts'
import { pathOf, usePlace } from '../../lib/place.ts'
import { useProperties } from '../../lib/properties.ts'
import { timeZones } from '../../lib/time-zones.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Loading, PageHead, Section } from '../../ui/layout.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** The tenants of the sandbox. A new one is shown at once. */
export function Properties() {
  const { pid } = usePlace()
  const router = useRouter()
  const { data, error, refetch } = useProperties()
  const [name, setName] = useState('')
  const shown = data?.find(({ id }) => id === pid)
  const add = useAction(async () => {
    const { id } = await control().properties.create({ name: name.trim() })
    await queries.invalidateQueries({ queryKey: ['properties'] })
    setName('')
    router.history.push(`/dashboard${pathOf(id, 'properties')}`)
  })
  return (
    <>
      <PageHead title={s.properties.title} lead={s.properties.lead} />
      <form className="filters" onSubmit={(event) => (event.preventDefault(), add.run())}>
        <TextField
          label={s.properties.name}
          required
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" look="primary" busy={add.busy}>
          {s.properties.add}
        </Button>
      </form>
      <Problem error={add.error} />
      {shown && <PropertyZone key={`${pid} ${shown.time_zone}`} property={shown} />}
      <Problem error={error} onRetry={() => void refetch()} />
      {!data && <Loading />}
      {data && (
        <Table
          rows={data}
          label={s.properties.title}
          rowKey={({ id }) => id}
          columns={[
            { head: s.properties.name, look: 'main', cell: (property) => <bdi>{property.name}</bdi> },
            { head: s.properties.id, cell: ({ id }) => <Id id={id} /> },
            { head: s.properties.zone, cell: ({ time_zone }) => time_zone },
            { head: s.properties.created, cell: ({ created_at }) => <Ago at={created_at} /> },
            {
              head: s.common.actions,
              look: 'end',
              cell: (property) => (
                <span className="buttons">
                  {property.id === pid ? (
                    <span className="muted">{s.properties.shown}</span>
                  ) : (
                    <To className="button default" place="properties" property={property.id}>
                      {s.properties.show}
                    </To>
                  )}
                  <Rename property={property} />
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

function Rename({ property }: { property: Property }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(property.name)
  const save = useAction(async () => {
    await control().properties.update(property.id, { name: name.trim() })
    await queries.invalidateQueries({ queryKey: ['properties'] })
    setOpen(false)
  })
  return (
    <>
      <Button onClick={() => (setName(property.name), setOpen(true))}>{s.properties.rename}</Button>
      <Modal open={open} onClose={() => setOpen(false)} title={s.properties.rename}>
        <form onSubmit={(event) => (event.preventDefault(), save.run())}>
          <TextField
            label={s.properties.name}
            required
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Problem error={save.error} />
          <div className="buttons end">
            <Button type="submit" look="primary" busy={save.busy}>
              {s.common.save}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  )
}

/** The time zone of the property that is shown: the times of all its pages are in it. */
function PropertyZone({ property }: { property: Property }) {
  const [zone, setZone] = useState(property.time_zone)
  const now = new Date(useVirtualNow()).toISOString()
  const save = useAction(async () => {
    await control().properties.update(property.id, { time_zone: zone })
    await queries.invalidateQueries({ queryKey: ['properties'] })
  })
  return (
    <Section title={s.properties.zoneOf(property.name)}>
      <form className="filters" onSubmit={(event) => (event.preventDefault(), save.run())}>
        <SelectField
          label={s.properties.zone}
          hint={
            zone === 'UTC' ? `${timeText(now)} UTC` : `${timeText(now, zone)} ${zone} · ${timeText(now)} UTC`
          }
          value={zone}
          options={timeZones()}
          onChange={setZone}
        />
        <Button type="submit" busy={save.busy}>
          {s.common.save}
        </Button>
      </form>
      <Problem error={save.error} />
    </Section>
  )
}
