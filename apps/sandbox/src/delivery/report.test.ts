import { expect, it, vi } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { createReport } from './report.ts'

it('what is to be announced is told at once when the engine stops, and nothing where nothing is', () => {
  const notify = vi.fn<Storage['notify']>(() => Promise.resolve())
  const { announce, flush } = createReport({
    storage: { notify } as unknown as Storage,
    onAttempt: undefined,
    logger: undefined,
  })
  flush()
  expect(notify).not.toHaveBeenCalled()
  announce()
  announce()
  flush()
  flush()
  expect(notify.mock.calls.map(([, channel]) => channel)).toEqual(['deliveries'])
})
