import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Empty, Loading, PageHead } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'

/** The origins from which browsers may call. */
export function Origins() {
  const control = useControl()
  const { data, error, loading, reload } = useRead('properties', ['origins'], (property) =>
    property.origins.get(),
  )
  const [origin, setOrigin] = useState('')
  const save = useAction(async (origins: string[]) => {
    await control.origins.set(origins)
    setOrigin('')
    reload()
  })
  const origins = data ?? []
  return (
    <>
      <PageHead title={s.origins.title} lead={s.origins.lead} />
      <form
        className="filters"
        onSubmit={(event) => (event.preventDefault(), save.run([...origins, origin.trim()]))}
      >
        <TextField
          grow
          label={s.origins.origin}
          required
          placeholder="https://booking.example.com"
          value={origin}
          onChange={(event) => setOrigin(event.currentTarget.value)}
        />
        <Button type="submit" look="primary" busy={save.busy} disabled={data === undefined}>
          {s.origins.allow}
        </Button>
      </form>
      <Problem error={save.error} />
      <Problem error={error} onRetry={reload} />
      {loading && <Loading />}
      {data?.length === 0 && (
        <Empty title={s.origins.none}>
          <p>{s.origins.noneHint}</p>
        </Empty>
      )}
      {origins.length > 0 && (
        <Table
          rows={origins}
          label={s.origins.title}
          rowKey={(allowed) => allowed}
          columns={[
            { head: s.origins.origin, look: 'main', cell: (allowed) => <code>{allowed}</code> },
            {
              head: s.common.actions,
              look: 'end',
              cell: (allowed) => (
                <Button
                  look="danger"
                  waits={save.busy}
                  onClick={() => save.run(origins.filter((other) => other !== allowed))}
                >
                  {s.origins.remove}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
