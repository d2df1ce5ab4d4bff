import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** The page's modules are plain JavaScript with types of their own (`src/dashboard/public/tsconfig.json`). */
const load = (name: string) => import(new URL(`../../../dashboard/src/lib/${name}`, import.meta.url).href)

const { duration, money, pretty, relative } = (await load('format.js')) as {
  duration(seconds: number): string
  money(minor: number): string
  pretty(text: string | null): string
  relative(iso: string, now: number): string
}
const { curl, shellQuote } = (await load('curl.js')) as {
  curl(request: { method?: string; url: string; headers?: Record<string, string>; body?: string }): string
  shellQuote(text: string): string
}

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
  ])('%s is %s at noon', (iso, text) => expect(relative(iso, Date.UTC(2026, 10, 21, 12))).toBe(text))
})

it('text that is no JSON is shown as it is', () => {
  expect([pretty('{"a":1}'), pretty('{"a":'), pretty(null)]).toEqual(['{\n  "a": 1\n}', '{"a":', ''])
})
