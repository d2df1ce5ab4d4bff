import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { warnOfClockDifference } from './clock-difference.ts'

function collectLog() {
  const warnings: string[] = []
  const nothing = () => {}
  return {
    warnings,
    logger: {
      info: nothing,
      error: nothing,
      warn: (_details: object, message: string) => void warnings.push(message),
    },
  }
}

describe('the clocks of this machine and of PostgreSQL', () => {
  it.each([
    [180_000, '180 s ahead of'],
    [-180_000, '180 s behind'],
    [3_000, '3 s ahead of'],
    [-3_000, '3 s behind'],
    [900, undefined],
    [0, undefined],
    [-900, undefined],
  ])('apart by %i ms', async (ms, expected) => {
    const storage = await openForTest(await freshDatabase('postgres'))
    const { warnings, logger } = collectLog()
    await warnOfClockDifference(storage.db, logger, () => Date.now() + ms)
    expect(warnings).toHaveLength(expected ? 1 : 0)
    expect(warnings.join('')).toContain(expected ?? '')
  })

  it('a slow answer is no difference', async () => {
    const storage = await openForTest(await freshDatabase('postgres'))
    const { warnings, logger } = collectLog()
    // Asked ten seconds before it was answered, and heard ten seconds after.
    const times = [Date.now() - 10_000, Date.now() + 10_000]
    await warnOfClockDifference(storage.db, logger, () => times.shift() ?? 0)
    expect(warnings).toEqual([])
  })

  it('are compared at the start', async () => {
    const { warnings, logger } = collectLog()
    const database = await freshDatabase('postgres')
    const query = Client.prototype.query as (...given: unknown[]) => unknown
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
      if (!text.includes('clock_timestamp')) return query.apply(this, given)
      return Promise.resolve({ command: 'SELECT', rowCount: 1, rows: [{ ms: Date.now() + 60_000 }] })
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await openForTest({ ...database, logger })
    expect(warnings).toEqual([expect.stringContaining('60 s behind that of PostgreSQL')])
  })
})
