import { expect, it, vi } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { metricTable } from '../../src/ops/metric-table.ts'
import { metricsPage } from './metrics-page.ts'

it('docs/metrics.md is made from the table (-u writes it anew)', async () => {
  // Of other systems prom-client tells less, and the page is about all of them.
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ofProcess = (await registry.getMetricsAsJSON()).map(({ name, help, type }) => ({
    name,
    help,
    type: String(type),
  }))
  vi.restoreAllMocks()
  await expect(metricsPage(ofProcess)).toMatchFileSnapshot('../../../../docs/metrics.md')
})

it('a server tells every metric of the table, with its type and help, and no other one of ours', async () => {
  await using sandbox = await startSandbox({ clock: 'manual' })
  const text = await (await fetch(`${sandbox.url}/metrics`)).text()
  const told = [...text.matchAll(/^# HELP (svc_\S+|nodejs_eventloop_utilization) (.+)\n# TYPE \1 (\w+)$/gm)]
  const page = metricsPage([])
  expect(new Set(told.map(([, name]) => name))).toEqual(
    new Set(Object.values(metricTable).map(({ name }) => name)),
  )
  for (const [, name, help, type] of told) {
    const [, section = ''] = page.split(`## ${name}\n`)
    const [described = ''] = section.split('\n## ')
    expect(described).toContain(`**${type}**`)
    expect(described).toContain(help)
  }
})
