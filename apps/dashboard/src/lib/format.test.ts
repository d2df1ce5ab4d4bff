import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curl, shellQuote } from './curl.ts'
import { decimal, duration, money, pretty, relative, timeText } from './format.ts'

describe('what is copied into a shell', () => {
  it('arrives there as it is, whatever it holds', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '"', '$', '`', '\\', '!', '\n', ' ', '*', ';', 'a', 'é', '🛏'),
    })
    fc.assert(
      fc.property(text, (value) => {
        expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(value)}`], { encoding: 'utf8' })).toBe(value)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps the API key in a variable and a body that begins with @ a body', () => {
    const command = curl({
      method: 'POST',
      url: 'http://localhost/a?b=$(c)',
      headers: { 'X-API-Key': '$SVC_API_KEY', 'X-Note': 'it’s `me`' },
      body: '@/etc/passwd',
    })
    expect(command).toBe(
      [
        "curl -sS -X POST 'http://localhost/a?b=$(c)'",
        '-H "X-API-Key: $SVC_API_KEY"',
        "-H 'X-Note: it’s `me`'",
        "--data-raw '@/etc/passwd'",
      ].join(' \\\n  '),
    )
  })
})

describe('money', () => {
  it('is exact for every amount in minor units', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        const shown = money(minor)
        expect(shown).toMatch(/^−?\d+\.\d\d$/)
        expect(BigInt(shown.replace('−', '-').replace('.', ''))).toBe(BigInt(minor))
      }),
    )
  })
})

describe('times', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [9_360, '2 h 36 min'],
    [7_201, '2 h 1 s'],
    [90_000, '1 d'],
  ])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text))

  it.each([
    ['2026-11-21T12:00:00.400Z', 'now'],
    ['2026-11-21T12:36:00Z', 'in 36 min'],
    ['2026-11-21T09:14:00Z', '2 h ago'],
    ['no time', ''],
    ['2024-11-23T12:00:00.000Z', '728 d ago'],
    ['2018-10-12T12:00:00.000Z', '8 years ago'],
    ['2036-11-23T12:00:00.000Z', 'in 10 years'],
  ])('%s is %s at noon', (iso, text) => expect(relative(iso, Date.UTC(2026, 10, 21, 12))).toBe(text))
})

it('text that is no JSON is shown as it is', () => {
  expect([pretty('{"a":1}'), pretty('{"a":'), pretty(null)]).toEqual(['{\n  "a": 1\n}', '{"a":', ''])
})

it('amounts are written as people write them, and lose nothing', () => {
  expect(['25.0000', '120.5000', '0.0001', '7.1230', '80'].map(decimal)).toEqual([
    '25.00',
    '120.50',
    '0.0001',
    '7.123',
    '80',
  ])
})

it('times are shown in the zone of the property too', () => {
  const summer = '2026-07-01T12:00:00.000Z'
  expect([timeText(summer), timeText(summer, 'Europe/Lisbon'), timeText('never')]).toEqual([
    '2026-07-01 12:00:00',
    '2026-07-01 13:00:00',
    'never',
  ])
})
