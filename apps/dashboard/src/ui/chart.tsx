import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { s } from '../i18n/strings.ts'
import { timeText } from '../lib/format.ts'
import { prefs } from '../lib/prefs.ts'
import { zone as shownZone } from '../lib/zone.ts'
import { Table } from './table.tsx'

/** A line of a chart. */
export interface Series {
  name: string
  /** One for each time; null where there is none. */
  values: readonly (number | null)[]
  /** A colour of the sheet: `--good`. */
  colour: string
}

const height = 150

/** Lines over time that can be hovered, with the same figures as a table for those who do not see them. */
export function Chart({
  label,
  times,
  series,
  unit = '',
}: {
  label: string
  /** ISO 8601. */
  times: readonly string[]
  series: readonly Series[]
  unit?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const { theme } = prefs.use()
  const zone = shownZone.use()
  const key = JSON.stringify([times, series])
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const options = optionsOf({ element, series, unit, zone, last: times.length - 1 })
    const data = [times.map((time) => Date.parse(time) / 1_000), ...series.map(({ values }) => [...values])]
    const plot = new UPlot(options, data as UPlot.AlignedData, element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
    // The figures are in the key; colours follow the theme.
  }, [key, theme, zone])
  const rows = times.map((time, index) => ({ time, index })).toReversed()
  return (
    <figure className="chart">
      <figcaption>{label}</figcaption>
      <div ref={box} aria-hidden="true" />
      <details>
        <summary>{s.chart.asTable}</summary>
        <Table
          rows={rows}
          label={label}
          rowKey={({ time }) => time}
          columns={[
            { head: s.chart.from, cell: ({ time }) => timeText(time, zone) },
            ...series.map(({ name, values }) => ({
              head: name,
              look: 'end' as const,
              cell: ({ index }: { index: number }) => values[index] ?? '–',
            })),
          ]}
        />
      </details>
    </figure>
  )
}

interface Drawn {
  element: HTMLElement
  series: readonly Series[]
  unit: string
  zone: string
  /** Index of the newest time. */
  last: number
}

function optionsOf({ element, series, unit, zone, last }: Drawn): UPlot.Options {
  const sheet = getComputedStyle(element)
  const colour = (name: string) => sheet.getPropertyValue(name).trim() || '#888'
  const axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `11px ${sheet.fontFamily}`,
  }
  return {
    width: Math.max(element.clientWidth, 200),
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), zone),
    cursor: { y: false },
    // Where nothing is hovered, the legend tells the newest figures.
    hooks: {
      ready: [(plot) => plot.setLegend({ idx: last })],
      setCursor: [
        (plot) => {
          if (typeof plot.cursor.idx !== 'number') plot.setLegend({ idx: last })
        },
      ],
    },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      { ...axis, size: 26, values: [[60, '{HH}:{mm}', null, null, null, null, null, null, 1]] },
      {
        ...axis,
        size: 46,
        values: (_plot, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? `${tick}${unit}` : '')),
      },
    ],
    series: [
      {
        label: s.chart.from,
        value: (_plot, seconds) =>
          seconds ? timeText(new Date(seconds * 1_000).toISOString(), zone).slice(11, 16) : '–',
      },
      ...series.map(({ name, colour: of }) => ({
        label: name,
        stroke: colour(of),
        width: 2,
        points: { show: false },
        spanGaps: true,
        fill: `${colour(of)}1f`,
      })),
    ],
  }
}
