import { s } from '../../i18n/strings.ts'
import { usePlace } from '../../lib/place.ts'
import { useProperties } from '../../lib/properties.ts'
import { useRead } from '../../lib/use-control.ts'
import { Badge, HttpStatus } from '../../ui/badge.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Empty, Facts, Loading, PageHead, Section, Sentence } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'

/** An idempotency key: the first answer under it, and every time that it was replayed. */
export function IdempotencyKey() {
  const { pid, id } = usePlace()
  const { data: all = [] } = useProperties()
  const {
    data: found,
    error,
    loading,
    reload,
  } = useRead('requests', ['key', id], (control) =>
    control.requests.list({ idempotency_key: id, limit: 1_000 }),
  )
  // A key belongs to its property: the same under another one is another key.
  const data = found?.filter(({ property_id }) => property_id === pid).toReversed()
  const other = all.find((property) => found?.some(({ property_id }) => property_id === property.id))
  const first = data?.find(({ replayed }) => !replayed)
  return (
    <>
      <PageHead
        title={s.keys.title}
        crumb={<To place="requests">{s.requests.title}</To>}
        tab={`${s.keys.title} ${id}`}
        lead={s.keys.lead}
      />
      <Facts rows={[[s.requests.key, <Id key="id" id={id} />]]} />
      <Problem error={error} onRetry={reload} />
      {loading && <Loading />}
      {data?.length === 0 && (
        <Empty title={s.keys.none}>
          {other ? (
            <p>
              <Sentence
                text={s.notThere.elsewhere}
                parts={[
                  <To key="there" property={other.id} place="keys" id={id}>
                    <bdi>{other.name}</bdi>
                  </To>,
                ]}
              />
            </p>
          ) : (
            <p>{s.keys.noneHint}</p>
          )}
        </Empty>
      )}
      {first && (
        <Section title={s.keys.first}>
          <p>
            <HttpStatus status={first.status} />{' '}
            <To className="mono" place="requests" id={first.id}>
              {first.method} {first.path}
            </To>{' '}
            <Time at={first.at} />
          </p>
          {first.response_body && <JsonTree label={s.requests.responseBody} text={first.response_body} />}
        </Section>
      )}
      {data && data.length > 0 && (
        <Section title={s.keys.uses(data.length)}>
          <Table
            rows={data}
            label={s.keys.title}
            rowKey={(entry) => entry.id}
            columns={[
              { head: s.requests.status, cell: ({ status }) => <HttpStatus status={status} /> },
              {
                head: s.requests.request,
                look: 'main',
                cell: (entry) => (
                  <To className="mono" place="requests" id={entry.id}>
                    {entry.method} {entry.path}
                  </To>
                ),
              },
              { head: s.requests.notes, cell: ({ replayed }) => replayed && <Badge word="replayed" /> },
              { head: s.requests.time, cell: ({ at }) => <Time at={at} /> },
            ]}
          />
        </Section>
      )}
    </>
  )
}
