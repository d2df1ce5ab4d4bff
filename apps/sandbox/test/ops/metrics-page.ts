import { metricTable } from '../../src/ops/metric-table.ts'
import type { SeriesOptions, TimeTallyOptions } from '../../src/ops/tally.ts'

/** A metric of prom-client's own. */
export interface ProcessMetric {
  name: string
  help: string
  type: string
}

const head = `<!-- Made from apps/sandbox/src/ops/metric-table.ts by its test: npx vitest run --root apps/sandbox metrics-page -u -->

# Metrics

\`GET /metrics\` of a running \`svc-sandbox\`, in the text form of Prometheus. What to watch, and what is worth an alert:
[operations](operations.md#metrics).

A counter only grows, and begins at 0 with the process. A gauge is a value of this moment. A histogram has three series:
\`…_bucket{le}\`, \`…_sum\` and \`…_count\`. Everything is of the node that is asked, except where it says *all nodes*: every node
reads that from the database, so take one of them, or the \`max\`. Virtual seconds are those of the sandbox's clock.
`

/** The reference of the metrics, docs/metrics.md. */
export function metricsPage(ofProcess: readonly ProcessMetric[]): string {
  const ours = Object.values<SeriesOptions | TimeTallyOptions>(metricTable).map((metric) => section(metric))
  const theirs = ofProcess.map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`)
  return `${head}
${ours.join('\n')}
## Of the process

The default metrics of prom-client. On other systems than Linux some of the first are missing. Their units are in their names.

| metric | type | |
|---|---|---|
${theirs.join('\n')}
`
}

function section(metric: SeriesOptions | TimeTallyOptions): string {
  const { name, help, unit, labels, ofAllNodes = false } = metric
  const type = 'buckets' in metric ? 'histogram' : name.endsWith('_total') ? 'counter' : 'gauge'
  const facts = [
    `**${type}**`,
    unit === 'none' ? 'no unit' : `in ${unit}`,
    ...(ofAllNodes ? ['all nodes'] : []),
  ]
  return [
    `## ${name}`,
    '',
    `${facts.join(' · ')}. ${help}`,
    '',
    ...('buckets' in metric
      ? [`Buckets: ${metric.buckets.map((bound) => String(bound)).join(', ')}.`, '']
      : []),
    ...(labels
      ? [
          '| label | values |',
          '|---|---|',
          ...Object.entries(labels).map(([label, values]) => `| \`${label}\` | ${values} |`),
          '',
        ]
      : []),
  ].join('\n')
}
