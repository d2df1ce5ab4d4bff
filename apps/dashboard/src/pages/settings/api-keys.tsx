import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl, useRead } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Empty, Loading, PageHead } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Secrets, type ShownSecret } from '../../ui/secrets.tsx'
import { Table } from '../../ui/table.tsx'
import { Ago, Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** Settings, API Keys, Generate: the key is displayed once. */
export function ApiKeys() {
  const { apiKeys } = useControl()
  const { data, error, loading, reload } = useRead('properties', ['keys'], (control) =>
    control.apiKeys.list(),
  )
  const [name, setName] = useState('')
  const [shown, setShown] = useState<ShownSecret[]>([])
  const hide = (id: string) => setShown((before) => before.filter((one) => one.id !== id))
  const generate = useAction(async () => {
    const made = await apiKeys.create(name.trim() === '' ? {} : { name: name.trim() })
    const about = <CodeBlock label={s.apiKeys.forHome} text={`export SVC_API_KEY=${made.key}`} />
    setShown((before) => [{ id: made.id, title: s.apiKeys.yours, secret: made.key, about }, ...before])
    setName('')
    reload()
  })
  const remove = useAction(async (id: string) => {
    await apiKeys.delete(id)
    hide(id)
    reload()
  })
  return (
    <>
      <PageHead title={s.apiKeys.title} lead={s.apiKeys.lead} />
      <form className="filters" onSubmit={(event) => (event.preventDefault(), generate.run())}>
        <TextField
          label={s.apiKeys.name}
          placeholder={s.apiKeys.nameHint}
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" look="primary" busy={generate.busy} icon={<KeyRound size={14} aria-hidden />}>
          {s.apiKeys.generate}
        </Button>
      </form>
      <Problem error={generate.error ?? remove.error} />
      <Secrets shown={shown} onDone={hide} />
      <Problem error={error} onRetry={reload} />
      {loading && <Loading />}
      {data?.length === 0 && (
        <Empty title={s.apiKeys.none}>
          <p>{s.apiKeys.noneHint}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <Table
          rows={data}
          label={s.apiKeys.title}
          rowKey={({ id }) => id}
          columns={[
            { head: s.apiKeys.name, look: 'main', cell: (key) => <bdi>{key.name}</bdi> },
            { head: s.apiKeys.begins, cell: ({ hint }) => <code>{hint}…</code> },
            { head: s.apiKeys.created, cell: ({ created_at }) => <Time at={created_at} /> },
            { head: s.apiKeys.used, cell: ({ id }) => <LastUsed id={id} /> },
            {
              head: s.common.actions,
              look: 'end',
              cell: ({ id, name: keyName }) => (
                <ConfirmButton
                  label={s.common.delete}
                  title={s.apiKeys.deleteTitle(keyName)}
                  question={s.apiKeys.deleteQuestion}
                  busy={remove.busy}
                  onConfirm={() => remove.run(id)}
                />
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** When and by which address a key was last used, as far as the request log goes back. */
function LastUsed({ id }: { id: string }) {
  const { data } = useRead('requests', ['of key', id], async (control) =>
    control.requests.list({ api_key_id: id, limit: 1 }),
  )
  const [last] = data ?? []
  if (!data) return '…'
  if (!last) return <span className="muted">{s.apiKeys.unused}</span>
  return (
    <To place="requests" search={{ q: `apikey:${id}` }}>
      <Ago at={last.at} /> <code>{last.remote_address}</code>
    </To>
  )
}
