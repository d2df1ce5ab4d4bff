import { expect, it } from 'vitest'
import { killBattery } from './kill-battery.ts'

it('kill -9, two dozen times, on an SQLite file: nothing acknowledged is lost, nothing happens twice', async () => {
  const { operations, lost, orphans } = await killBattery('sqlite')
  // It was a battery: requests and attempts were under way when the process was killed.
  expect(operations).toBeGreaterThan(100)
  expect(lost).toBeGreaterThan(0)
  expect(orphans).toBeGreaterThan(0)
}, 240_000)
