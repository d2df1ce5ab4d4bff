import { chart } from './chart.ts'
import { formatFigure, formatRatio } from './figure.ts'
import type { MachineInfo, RowResult, RunResult } from './row.ts'
import { summarise } from './statistics.ts'
import { targetText } from './target-text.ts'
import { medianOf, ratioOf, verdicts } from './verdict.ts'

/**
 * The page about a run, and its charts by file name.
 *
 * @param notes by hand, by the ids of their rows: why a target is missed, and what was tried
 */
export function renderPage(
  run: RunResult,
  notes: ReadonlyMap<string, string> = new Map(),
): { page: string; charts: Map<string, string> } {
  const charts = new Map<string, string>()
  const judged = run.rows.filter(({ target }) => target)
  // With two subjects the table says it all.
  for (const row of run.rows) {
    if (row.subjects.filter(({ samples }) => samples.length > 0).length > 2) {
      charts.set(`${row.id}.svg`, chart(row))
    }
  }
  const page = [
    '# Benchmarks',
    '',
    '<!-- Made from benchmarks.json by `npm run bench -- render`: do not edit. -->',
    '',
    ...introduction(run),
    '',
    '## Targets',
    '',
    '| row | bare limit | by hand | ours | ratio | target | met |',
    '|---|---:|---:|---:|---:|---|---|',
    ...judged.flatMap(targetLines),
    '',
    '## Every row',
    '',
    ...run.rows.flatMap((row) => details(row, charts.has(`${row.id}.svg`), notes.get(row.id))),
  ]
  return { page: `${page.join('\n').trimEnd()}\n`, charts }
}

function introduction({ machine, recordedAt, commit, form }: RunResult): string[] {
  return [
    'What the work costs beside what it has to cost: the same bytes from a bare library, and the essentials written by',
    'hand. All figures are of one interleaved run: the median, and the range of the samples. Absolute figures drift with',
    'the machine; the ratio to the bare limit is what to quote.',
    '',
    '<!-- not run: from minutes to half an hour; a test sees that the script is there -->',
    '```sh',
    'npm run bench                        # every row',
    'npm run bench -- --quick             # smaller data, fewer rounds, in three minutes',
    'npm run bench -- record --short      # the data of every row in shorter rounds, twelve minutes; makes this page',
    'npm run bench -- compare             # what has changed against this record',
    'npm ci --prefix tools/bench/peers    # two large peers more, once',
    '```',
    '',
    `Recorded ${recordedAt.slice(0, 10)} at \`${commit}\`, ${form} form, on ${machineText(machine)}.`,
  ]
}

function machineText(machine: MachineInfo): string {
  const { cpu, cores, memoryGb, system, node, pinning, generator, loadBefore, loadAfter } = machine
  return (
    `${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, Node ${node}. Cores: ${pinning}. Load by ${generator}. ` +
    `Load of the machine before ${loadBefore}, after ${loadAfter}`
  )
}

function targetLines(row: RowResult): string[] {
  const [bare, hand] = [medianOf(row, 'bare'), medianOf(row, 'hand')]
  const found = verdicts(row)
  return found.map(({ subject, figure, ratio, met }) => {
    const name = found.length > 1 ? `${row.title}: ${subject.name}` : row.title
    const shown = row.target?.of === 'hand' ? ratioOf(row, subject, 'hand') : ratio
    return line([
      name,
      bare === undefined ? '' : formatFigure(bare),
      hand === undefined ? '' : formatFigure(hand),
      `${formatFigure(figure)} ${row.unit}`,
      formatRatio(shown),
      targetText(row),
      met === undefined ? '' : met ? 'yes' : `**no**: [why](#${anchor(row.title)})`,
    ])
  })
}

function details(row: RowResult, hasChart: boolean, byHand: string | undefined): string[] {
  return [
    `### ${row.title}`,
    '',
    ...(hasChart ? [`![${row.title}](benchmarks/${row.id}.svg)`, ''] : []),
    `| | ${row.unit} | min – max | ratio |`,
    '|---|---:|---:|---:|',
    ...row.subjects.map((subject) => {
      const { name, samples, skipped } = subject
      if (samples.length === 0) return line([name, `skipped: ${skipped ?? 'not measured'}`, '', ''])
      const { median, min, max } = summarise(samples)
      const range = samples.length > 1 ? `${formatFigure(min)} – ${formatFigure(max)}` : ''
      return line([name, formatFigure(median), range, formatRatio(ratioOf(row, subject))])
    }),
    '',
    ...(row.note === undefined ? [] : [row.note, '']),
    ...(byHand === undefined ? [] : [byHand, '']),
  ]
}

/** The anchor that GitHub gives a heading. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
