import type { Span } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { useChangeSearch, usePlace } from '../../lib/place.ts'
import { useRead } from '../../lib/use-control.ts'
import { Chart } from '../../ui/chart.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loading, Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { To } from '../../ui/to.tsx'
import { HealthLine } from '../endpoints/health.tsx'

/** In minutes: an hour, a day, a week. */
const windows = [60, 1_440, 10_080] as const

/** Requests and deliveries over time, and how each endpoint is doing. */
export function Figures() {
  const { search } = usePlace()
  const change = useChangeSearch()
  const wanted = Number(search['minutes'])
  const minutes = windows.find((known) => known === wanted) ?? windows[0]
  const { data, error, reload } = useRead(
    'insights',
    ['figures', minutes],
    (control) => control.insights({ minutes, spans: 30 }),
    { keep: true },
  )
  return (
    <Section
      title={s.figures.title}
      actions={
        <SelectField
          label={s.figures.window}
          value={String(minutes)}
          options={[
            ['60', s.figures.hour],
            ['1440', s.figures.day],
            ['10080', s.figures.week],
          ]}
          onChange={(value) => void change({ minutes: value }, { replace: true })}
        />
      }
    >
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading lines={6} />}
      {data && <Charts spans={data.spans} />}
      {data && data.endpoints.length > 0 && <Endpoints endpoints={data.endpoints} />}
    </Section>
  )
}

function Charts({ spans }: { spans: readonly Span[] }) {
  const times = spans.map(({ from }) => from)
  const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
  return (
    <div className="charts">
      <Chart
        label={s.figures.requests}
        times={times}
        series={[
          { name: s.figures.ok, values: spans.map((span) => span.requests_ok), colour: '--good' },
          { name: s.figures.refused, values: spans.map((span) => span.requests_refused), colour: '--warn' },
          { name: s.figures.broken, values: spans.map((span) => span.requests_failed), colour: '--bad' },
        ]}
      />
      <Chart
        label={s.figures.attempts}
        times={times}
        series={[
          { name: s.figures.delivered, values: spans.map((span) => span.delivered), colour: '--good' },
          { name: s.figures.failed, values: spans.map((span) => span.failed), colour: '--bad' },
        ]}
      />
      <Chart
        label={s.figures.latency}
        times={times}
        unit=" ms"
        series={[
          {
            name: s.figures.answers,
            values: spans.map((span) => rounded(span.request_ms)),
            colour: '--info',
          },
          {
            name: s.figures.receivers,
            values: spans.map((span) => rounded(span.attempt_ms)),
            colour: '--warn',
          },
        ]}
      />
    </div>
  )
}

function Endpoints({ endpoints }: { endpoints: Parameters<typeof HealthLine>[0]['health'][] }) {
  const { data: all = [] } = useRead('webhooks', ['list'], (control) => control.webhooks.list())
  const shown = endpoints.filter((health) => health !== undefined)
  return (
    <Table
      rows={shown}
      label={s.nav.endpoints}
      rowKey={({ endpoint_id }) => endpoint_id}
      columns={[
        {
          head: s.deliveries.endpoint,
          look: 'main',
          cell: ({ endpoint_id }) => (
            <To className="mono" place="endpoints" id={endpoint_id}>
              <bdi>{all.find(({ id }) => id === endpoint_id)?.url ?? endpoint_id}</bdi>
            </To>
          ),
        },
        { head: s.health.title, cell: (health) => <HealthLine health={health} /> },
      ]}
    />
  )
}
