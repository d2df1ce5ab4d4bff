import type { LoggedRequest } from '@svc/control'
import { Tabs } from '@base-ui/react/tabs'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { s } from '../../i18n/strings.ts'
import { clientCode } from '../../lib/client-code.ts'
import { curlOf } from '../../lib/curl.ts'
import { milliseconds } from '../../lib/format.ts'
import { isDialogOpen } from '../../lib/is-dialog-open.ts'
import { headerLines } from '../../lib/header-lines.ts'
import { idsOf } from '../../lib/ids-of.ts'
import { usePlace } from '../../lib/place.ts'
import { useProperties } from '../../lib/properties.ts'
import { useRead } from '../../lib/use-control.ts'
import { AboutLinks } from '../../ui/about-links.tsx'
import { Badge, HttpStatus } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Id } from '../../ui/copy-button.tsx'
import { JsonTree } from '../../ui/json-tree.tsx'
import { Empty, Facts, Sentence } from '../../ui/layout.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Time } from '../../ui/time.tsx'
import { To } from '../../ui/to.tsx'
import { EventsAbout } from '../events/events-about.tsx'

/** One request beside the list. One that a filter leaves out is looked for by its id. */
export function RequestDetail({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: LoggedRequest | undefined
  onClose: () => void
}) {
  const { data } = useRead(
    'requests',
    ['one', id],
    async (control) =>
      (await control.requests.list({ search: id, limit: 20 })).find((one) => one.id === id) ?? null,
    { enabled: !listed },
  )
  const entry = listed ?? data
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isDialogOpen()) onClose()
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  })
  return (
    <article className="beside-detail" aria-label={s.requests.request}>
      <IconButton label={s.common.close} icon={<X size={18} aria-hidden />} onClick={onClose} />
      {entry ? (
        <Shown entry={entry} />
      ) : (
        entry === null && (
          <Empty title={s.requests.notListed}>
            <p>{s.requests.notListedHint}</p>
          </Empty>
        )
      )}
    </article>
  )
}

function Shown({ entry }: { entry: LoggedRequest }) {
  const program = clientCode(entry)
  return (
    <>
      <h2>
        <HttpStatus status={entry.status} /> <span className="mono">{entry.method}</span>{' '}
        {entry.replayed && <Badge word="replayed" title={s.requests.replayedHint} />}
      </h2>
      <LongText text={entry.path} label={s.requests.copyPath} />
      <Elsewhere entry={entry} />
      <Facts
        rows={[
          [s.requests.id, <Id key="id" id={entry.id} />],
          [s.requests.time, <Time key="at" at={entry.at} />],
          [s.requests.took, milliseconds(entry.ms)],
          [s.requests.route, entry.route && <code>{entry.route}</code>],
          [
            s.requests.key,
            entry.idempotency_key !== null && (
              <To className="mono" place="keys" id={entry.idempotency_key}>
                {entry.idempotency_key}
              </To>
            ),
          ],
          [
            s.requests.apiKey,
            entry.api_key_id && (
              <To className="mono" place="requests" search={{ q: `apikey:${entry.api_key_id}` }}>
                {entry.api_key_id}
              </To>
            ),
          ],
          [
            s.requests.rateLimit,
            entry.rate_limit &&
              s.requests.rateLeft(
                entry.rate_limit.remaining,
                entry.rate_limit.limit,
                entry.rate_limit.reset_seconds,
              ),
          ],
          [s.requests.address, <code key="from">{entry.remote_address}</code>],
          [
            s.requests.fault,
            entry.fault_id && (
              <To className="mono" place="faults">
                {entry.fault_id}
              </To>
            ),
          ],
        ]}
      />
      <Related entry={entry} />
      <Tabs.Root defaultValue="bodies">
        <Tabs.List className="tabs">
          <Tabs.Tab value="bodies">{s.requests.bodies}</Tabs.Tab>
          <Tabs.Tab value="headers">{s.requests.headers}</Tabs.Tab>
          <Tabs.Tab value="code">{s.requests.repeat}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bodies" keepMounted>
          {entry.request_body !== null && (
            <JsonTree label={s.requests.requestBody} text={entry.request_body} />
          )}
          {entry.response_body === null || entry.response_body === '' ? (
            <p className="muted">{s.requests.noBody}</p>
          ) : (
            <JsonTree label={s.requests.responseBody} text={entry.response_body} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="headers" keepMounted>
          <CodeBlock label={s.requests.requestHeaders} text={lines(entry.request_headers)} />
          <CodeBlock label={s.requests.responseHeaders} text={lines(entry.response_headers)} />
        </Tabs.Panel>
        <Tabs.Panel value="code" keepMounted>
          <CodeBlock label={s.requests.withCurl} text={curlOf(entry, location.origin)} />
          {program !== undefined && <CodeBlock label={s.requests.withClient} text={program} />}
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

/** A request of another property, which the log of all of them shows here too: what it made is there. */
function Elsewhere({ entry: { id, property_id } }: { entry: LoggedRequest }) {
  const { pid } = usePlace()
  const { data: all = [] } = useProperties()
  const other = all.find((property) => property.id === property_id)
  if (!other || other.id === pid) return null
  const link = (
    <To key="there" property={other.id} place="requests" id={id}>
      <bdi>{other.name}</bdi>
    </To>
  )
  return (
    <p className="notice warn">
      <Sentence text={s.notThere.elsewhere} parts={[link]} />
    </p>
  )
}

const lines = (headers: Record<string, string>) =>
  headerLines(Object.entries(headers).map(([name, value]) => ({ name, value })))

/** What the request was about: what it made or changed, and the events that this fired. */
function Related({ entry }: { entry: LoggedRequest }) {
  const { payment, booking, endpoint } = idsOf(entry)
  const about = entry.method === 'GET' ? undefined : payment
  if (!payment && !booking && !endpoint) return null
  return (
    <>
      <p>
        <AboutLinks
          payment={payment}
          booking={booking}
          endpoint={endpoint}
          property={entry.property_id ?? undefined}
        />
      </p>
      {about && <EventsAbout id={about} />}
    </>
  )
}
