import {
  Counter,
  Gauge,
  type Histogram,
  type MetricValueWithName,
  Registry,
  collectDefaultMetrics,
} from 'prom-client'
import { CountTally, type Reading, type SeriesOptions, TimeTally } from './tally.ts'

/**
 * What prom-client knows of the process. One for the whole process, as its observers of the event loop and of garbage
 * collection never stop, and begun when somebody asks first.
 */
let ofProcess: Registry | undefined

function processRegistry(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  // It wakes the event loop at this pace, in milliseconds, to see how late it comes.
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 50 })
  return ofProcess
}

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

/** Everything that was counted, in the text form of Prometheus, with the metrics of the process. */
export async function prometheusText(
  sources: readonly (CountTally | TimeTally | Reading)[],
): Promise<string> {
  const registry = new Registry()
  // At once, so that readings of one thing can share a query.
  const read = await Promise.all(
    sources.map(async (source) => ('read' in source ? source.read() : undefined)),
  )
  for (const [at, source] of sources.entries()) {
    if (source instanceof CountTally) addCounts(registry, source)
    else if (source instanceof TimeTally) addTimes(registry, source)
    else addReading(registry, source, read[at] ?? [])
  }
  return `${await registry.metrics()}\n${await processRegistry().metrics()}`
}

const settings = ({ options }: { options: SeriesOptions }, registry: Registry) => ({
  name: options.name,
  help: options.help,
  labelNames: Object.keys(options.labels ?? {}),
  registers: [registry],
})

function addCounts(registry: Registry, tally: CountTally): void {
  const counter = new Counter(settings(tally, registry))
  for (const { labels, count } of tally.series()) counter.inc(labels, count)
}

function addReading(registry: Registry, reading: Reading, found: Awaited<ReturnType<Reading['read']>>): void {
  const gauge = new Gauge(settings(reading, registry))
  if (typeof found === 'number') gauge.set(found)
  else for (const { labels, value } of found) gauge.set(labels, value)
}

function addTimes(registry: Registry, tally: TimeTally): void {
  const { name, help, buckets } = tally.options
  const values: MetricValueWithName<string>[] = []
  for (const { labels, counts, sum, count } of tally.series()) {
    let upTo = 0
    for (const [at, le] of buckets.entries()) {
      upTo += counts[at] ?? 0
      values.push({ metricName: `${name}_bucket`, labels: { le, ...labels }, value: upTo })
    }
    values.push(
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    )
  }
  // A histogram of prom-client cannot be given its counts, only its text: to the registry it is what `get` answers.
  const filled = {
    name,
    help,
    get: async () => ({ name, help, type: 'histogram', values, aggregator: 'sum' }),
  }
  registry.registerMetric(filled as unknown as Histogram)
}
