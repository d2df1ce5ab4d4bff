import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { control } from '../../lib/control.ts'
import { useAction } from '../../lib/use-action.ts'
import { useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useAfresh } from './use-afresh.ts'

/** Copies of the whole state, by name: the sandbox keeps them, whoever took them. */
export function Snapshots() {
  const afresh = useAfresh()
  const [name, setName] = useState('')
  const { data, error, reload } = useRead('state', ['snapshots'], (api) => api.snapshots.list())
  const take = useAction(async () => {
    await control().snapshot({ name: name.trim() || undefined })
    setName('')
    reload()
  })
  const restore = useAction(async (id: string) => {
    await control().restore(id)
    await afresh()
  })
  const remove = useAction(async (id: string) => {
    await control().snapshots.delete(id)
    reload()
  })
  return (
    <Section title={s.data.snapshots}>
      <p className="muted">{s.data.snapshotsHint}</p>
      <form className="filters" onSubmit={(event) => (event.preventDefault(), take.run())}>
        <TextField
          label={s.data.snapshotName}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" busy={take.busy}>
          {s.data.take}
        </Button>
      </form>
      <Problem error={error ?? take.error ?? restore.error ?? remove.error} />
      {data && data.length > 0 && (
        <Table
          rows={data}
          label={s.data.snapshots}
          rowKey={({ id }) => id}
          columns={[
            {
              head: s.data.snapshotName,
              look: 'main',
              cell: ({ name: called }) =>
                called === null ? <span className="muted">{s.common.none}</span> : <bdi>{called}</bdi>,
            },
            { head: s.data.snapshotId, cell: ({ id }) => <Id id={id} /> },
            { head: s.data.takenAt, cell: ({ taken_at }) => <Time at={taken_at} /> },
            {
              head: s.common.actions,
              look: 'end',
              cell: ({ id }) => (
                <span className="buttons">
                  <ConfirmButton
                    look="default"
                    label={s.data.restore}
                    question={s.data.restoreQuestion}
                    busy={restore.busy}
                    onConfirm={() => restore.run(id)}
                  />
                  <ConfirmButton
                    label={s.common.delete}
                    question={s.data.deleteSnapshotQuestion}
                    busy={remove.busy}
                    onConfirm={() => remove.run(id)}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
