import type { Kind, RowResult, RunResult, Subject } from './row.ts'

/** Results for the tests of this folder. */
export function subject(kind: Kind, samples: number[], more: Partial<Subject> = {}): Subject {
  return { name: kind, kind, samples, ...more }
}

export function row(more: Partial<RowResult> = {}): RowResult {
  return {
    id: 'get-one',
    title: 'GET one booking',
    unit: 'req/s',
    better: 'more',
    subjects: [subject('bare', [1000, 900, 1100]), subject('ours', [400, 390, 410])],
    ...more,
  }
}

export function run(rows: RowResult[]): RunResult {
  return {
    version: 1,
    form: 'full',
    recordedAt: '2026-11-21T16:00:00.000Z',
    commit: 'abc1234',
    machine: {
      cpu: 'Test CPU',
      cores: 2,
      memoryGb: 24,
      system: 'linux x64',
      node: '26.10.0',
      loadBefore: 0.5,
      loadAfter: 1.5,
      pinning: 'server 0, load 1, database 1',
      generator: 'wrk 4.1.0',
    },
    rows,
  }
}
