import type { LoggedRequest } from '@svc/control'
import { Download, Pause, Play, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { milliseconds } from '../../lib/format.ts'
import { useChangeSearch, useGo, usePlace } from '../../lib/place.ts'
import { readFilter, toQuery } from '../../lib/request-query.ts'
import { sortRows } from '../../lib/sort-rows.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl } from '../../lib/use-control.ts'
import { useRequestLog } from '../../lib/use-request-log.ts'
import { Badge, HttpStatus } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Empty, Loading, PageHead, Sentence } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Ago } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { useListView } from '../../ui/list-view.tsx'
import type { Column } from '../../ui/table.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestFilters } from './request-filters.tsx'

/** Every call of the client API, as it happens, and the one that is looked at beside it. */
export function Requests() {
  const { pid, id, search } = usePlace()
  const control = useControl()
  const go = useGo()
  const typed = search['q'] ?? ''
  const { entries, error, live, retry, forget } = useRequestLog(toQuery(readFilter(typed), pid))
  const [paused, setPaused] = useState<LoggedRequest[]>()
  const clear = useAction(async () => {
    await control.requests.clear()
    forget()
  })
  // Another filter, another list: what was held still belongs to the one before.
  useEffect(() => setPaused(undefined), [typed])
  const shown = paused ?? entries
  const view = useListView('requests', columns(search))
  const waiting = paused ? (entries ?? []).filter((entry) => !paused.includes(entry)).length : 0
  const chosen = entries?.find((entry) => entry.id === id)
  const close = () => go('requests', '', search)
  return (
    <div className={id === '' ? 'list-page' : 'list-page with-detail'}>
      <PageHead
        title={s.requests.title}
        lead={s.requests.lead}
        tab={chosen && `${chosen.method} ${chosen.path}`}
      >
        <span className={`live ${live && !paused ? 'on' : ''}`} role="status">
          {live ? (paused ? s.requests.paused : s.requests.live) : s.requests.connecting}
        </span>
        <Button
          aria-pressed={paused !== undefined}
          icon={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          onClick={() => setPaused(paused ? undefined : (entries ?? []))}
        >
          {paused ? s.requests.goOn(waiting) : s.requests.pause}
        </Button>
        {view.menu}
        <ExportMenu
          name="requests"
          icon={<Download size={14} aria-hidden />}
          rows={async () => ({ rows: [...(entries ?? [])], of: entries?.length ?? 0 })}
        />
        <ConfirmButton
          label={s.requests.clear}
          question={s.requests.clearQuestion(entries?.length ?? 0)}
          busy={clear.busy}
          icon={<Trash2 size={14} aria-hidden />}
          look="default"
          onConfirm={() => clear.run()}
        />
      </PageHead>
      <RequestFilters typed={typed} />
      <Problem error={error ?? clear.error} onRetry={retry} />
      <div className="beside">
        <div className="beside-list">
          {shown === undefined && !error && <Loading lines={8} />}
          {shown?.length === 0 && <None filtered={typed !== ''} />}
          {shown && shown.length > 0 && (
            <VirtualTable
              rows={sortRows(shown, view.sorting.sort)}
              label={s.requests.title}
              rowKey={(entry) => entry.id}
              chosen={(entry) => entry.id === id}
              columns={view.columns}
              sorting={view.sorting}
            />
          )}
        </div>
        {id !== '' && entries && <RequestDetail id={id} listed={chosen} onClose={close} />}
      </div>
    </div>
  )
}

function None({ filtered }: { filtered: boolean }) {
  const change = useChangeSearch()
  if (filtered)
    return (
      <Empty title={s.requests.noMatch}>
        <Button onClick={() => void change({ q: '' })}>{s.requests.showAll}</Button>
      </Empty>
    )
  return (
    <Empty title={s.requests.none}>
      <p>
        <Sentence
          text={s.requests.noneHint}
          parts={[
            <To key="home" place="home">
              {s.nav.home}
            </To>,
          ]}
        />
      </p>
    </Empty>
  )
}

const columns = (search: Record<string, string>): Column<LoggedRequest>[] => [
  { head: s.requests.status, sort: 'status', cell: ({ status }) => <HttpStatus status={status} /> },
  {
    head: s.requests.request,
    sort: 'path',
    look: 'main',
    cell: ({ id, method, path }) => (
      <To className="mono" place="requests" id={id} search={search} title={`${method} ${path}`}>
        <b>{method}</b> <bdi>{path}</bdi>
      </To>
    ),
  },
  { head: s.requests.notes, aside: true, cell: (entry) => <Notes entry={entry} /> },
  {
    head: s.requests.took,
    sort: 'ms',
    aside: true,
    look: 'end',
    cell: ({ ms }) => <span className="number">{milliseconds(ms)}</span>,
  },
  { head: s.requests.time, sort: 'at', cell: ({ at }) => <Ago at={at} /> },
  {
    head: s.requests.left,
    look: 'end',
    extra: true,
    aside: true,
    cell: ({ rate_limit }) =>
      rate_limit ? (
        <span className="number">
          {rate_limit.remaining} / {rate_limit.limit}
        </span>
      ) : (
        <span className="muted">{s.common.none}</span>
      ),
  },
  {
    head: s.requests.address,
    extra: true,
    aside: true,
    cell: ({ remote_address }) => <code>{remote_address}</code>,
  },
]

function Notes({ entry }: { entry: LoggedRequest }) {
  return (
    <>
      {entry.replayed && <Badge word="replayed" title={s.requests.replayedHint} />}
      {entry.fault_id !== null && <Badge word="fault" title={s.requests.faultHint} />}
    </>
  )
}
