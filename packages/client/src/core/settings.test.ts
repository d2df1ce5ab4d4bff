import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const must = { baseUrl: 'https://api.example.com', apiKey: 'key' }

it('what is not said is as the options document it', () => {
  expect(readSettings(must)).toMatchObject({
    timeoutMs: 10_000,
    totalTimeoutMs: 90_000,
    maxRetries: 3,
    retryBudget: 100,
    connections: 16,
    maxResponseBytes: 64 * 1_048_576,
    hooks: {},
    rateLimit: undefined,
  })
})

it('what is said is kept, down to nothing', () => {
  const least = {
    timeoutMs: 0.5,
    totalTimeoutMs: 1,
    maxRetries: 0,
    retryBudget: 0,
    connections: 1,
    maxResponseBytes: 1,
  }
  expect(readSettings({ ...must, ...least })).toMatchObject(least)
  expect(readSettings({ ...must, retryBudget: false }).retryBudget).toBe(false)
})

it('a limit and a budget are switched off alike, and an address may be a URL', () => {
  expect(readSettings({ ...must, rateLimit: false }).rateLimit).toBe(undefined)
  expect(readSettings({ ...must, baseUrl: new URL('https://api.example.com/x/') })).toMatchObject({
    origin: 'https://api.example.com',
    basePath: '/x',
  })
})
