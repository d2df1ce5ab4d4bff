import { runConformance } from '@svc/conformance'
import { describe, expect, it } from 'vitest'
import { apiKey, type Flaw, flaws, openTinyService } from './tiny-service.ts'

/** What the kit must find for each flaw: `broken` where the specification speaks, `differs` where it does not. */
const found: Record<Flaw, string> = {
  'no key needed': '5',
  'any idempotency key': '5',
  'other words for a missing key': '5',
  'numbers are amounts': '2.4',
  'amounts as sent': 'D9',
  'integers in lists': '2.4',
  'unknown query parameters': 'D8',
  'unknown fields': 'D10',
  'any content type': 'D20',
  'any origin': '7',
  'default limit 20': '4.1',
  'pages from 0': '4',
  'oldest first': 'D8',
  'no status filter': '4.1',
  'end_date ignored': '4.1',
  'detail lacks the description': '4.2',
  'each request executes': '5',
  'reused keys execute': '5',
  'refusals use the key up': 'D5',
  'default name is empty': '4.4',
  'deleted payments listed': '4.6',
  'delete answers 200': '4.6',
  'create answers 200': '4.4',
  'update forgets': '4.5',
  'unknown bid': 'D10',
  'secret in lists': '4.7',
  'updated_at on create': '4.7',
  'ftp endpoints': 'D12',
  'no request id': 'D3',
  'errors as text': 'D3',
  'large bodies': 'D4',
  'no alias': 'D1',
  '404 as 400': '7',
}

const wrong = (rows: Awaited<ReturnType<typeof runConformance>>['rows']) =>
  rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')

describe('runConformance', () => {
  it('finds nothing wrong with a service that keeps the contract', async () => {
    await using service = await openTinyService()
    const report = await runConformance({ url: service.url, apiKey, destructive: true })
    expect(wrong(report.rows)).toEqual([])
    expect(report.summary.held).toBeGreaterThan(50)
  })

  it.each(flaws)('finds: %s', async (flaw) => {
    await using service = await openTinyService(flaw)
    const row = found[flaw]
    // The form of errors (D3) is judged by all answers of a run.
    const only = row === 'D3' ? undefined : [row]
    const { rows } = await runConformance({ url: service.url, apiKey, destructive: true, only })
    const hit = wrong(rows).find((candidate) => candidate.row === row)
    expect(wrong(rows).map((candidate) => candidate.row)).toContain(row)
    expect(hit?.outcome).toBe(row.startsWith('D') ? 'differs' : 'broken')
    expect(hit?.evidence?.length).toBeGreaterThan(0)
  })
})

describe('options (D25)', () => {
  it.each([
    [{ url: 'http://127.0.0.1:1', apiKey, destrutive: true }, 'did you mean destructive?'],
    [{ url: 'http://127.0.0.1:1', apikey: 'k' }, 'did you mean apiKey?; apiKey is required'],
    [undefined, 'url is required; apiKey is required'],
  ])('%j is refused', async (options, words) => {
    await expect(runConformance(options as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(words),
    })
  })
})
