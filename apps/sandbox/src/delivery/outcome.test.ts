import { expect, it } from 'vitest'
import { failureOfStatus } from './outcome.ts'

it.each([
  [199, 'status'],
  [200, null],
  [299, null],
  [300, 'redirect'],
  [399, 'redirect'],
  [400, 'status'],
  [599, 'status'],
])('an answer of status %i: %s', (status, failure) => {
  expect(failureOfStatus(status)).toBe(failure)
})
