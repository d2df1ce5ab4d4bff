import { readFileSync } from 'node:fs'
import { openapi } from '@svc/models/openapi'
import { describe, expect, it } from 'vitest'

// Without them, whoever builds the API from its documents alone has to guess: people read them in `docs`, programs and
// generators in the OpenAPI document.

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
/** As one line, without the marks of code. */
const plain = (text: string) => text.replaceAll('`', '').replaceAll(/\s+/g, ' ')

const document = openapi()
const inDocs = plain(`${read('api.md')}\n${read('api-decisions.md')}`)
const inOpenApi = plain(textsOf(document).join('\n'))

/** Every description in it. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'description' && typeof inner === 'string' ? [inner] : textsOf(inner),
  )
}

const sentences: [what: string, docs: RegExp, openApi: RegExp][] = [
  [
    'path of details: items of arrays',
    /events\.1 for the second item of an array/,
    /events\.1 is the second item/,
  ],
  [
    'path of details: query parameters',
    /name of a field or of a query parameter/,
    /bad fields and query parameters/,
  ],
  [
    'path of details: the body as a whole',
    /empty for the body as a whole/,
    /an empty path the body as a whole/,
  ],
  ['431', /Headers of more than 16 KiB in all are 431/, /headers have more than 16 KiB/],
  [
    'an unknown parameter and a wrong field',
    /these over the fields of the body/,
    /an unknown parameter wins over a wrong field/,
  ],
  [
    '413',
    /413 after key, origin, content type and idempotency key/,
    /idempotency key, size and form of the body/,
  ],
  [
    'an unknown bid for an unknown payment',
    /is the 404 of the payment/,
    /an unknown payment over an unknown bid/,
  ],
  ['time until 409', /longer than five seconds it gets 409/, /after five seconds it gets 409/],
  ['ids in the scope of a key', /counts with its ids in lower case/, /ids may be in upper or lower case/],
  [
    'what a window is anchored to',
    /anchored to the birth of the database/,
    /anchored to the service, not to a caller/,
  ],
  [
    'what a window counts',
    /preflights and unknown paths too; health/,
    /count every request, whatever its answer, preflights/,
  ],
  [
    'headers of a preflight',
    /X-API-Key, Content-Type, Idempotency-Key, traceparent, whatever was asked for/,
    /headers X-API-Key, Content-Type, Idempotency-Key, traceparent/,
  ],
  ['pages of nothing', /Of nothing, total_pages is 0/, /Of nothing, total_pages is 0/],
  ['an empty status', /An empty one \(status=\) is 400/, /an empty status is refused/],
  ['007 in an amount', /"007" becomes "7\.0000"/, /"007" is "7\.0000"/],
  ['007 in a number', /Leading zeros are fine \(limit=007\)/, /Leading zeros of page and limit are fine/],
  ['null and absent in answers', /Unlinked is null, never absent/, /is null, never absent/],
  [
    'null in a creation',
    /the same as not given; for the others it is 400/,
    /null for bid, gid or description is the same/,
  ],
  [
    'the 51st endpoint',
    /the 51st is a validation_error with an empty path/,
    /At most 50 endpoints a property; one more/,
  ],
  ['updated_at before a change', /created_at until the first PATCH/, /created_at before the first/],
  [
    'an attempt in flight: switched off',
    /its answer is still recorded/,
    /is not called back: its answer is recorded/,
  ],
  [
    'an attempt in flight: deleted',
    /it was deleted it is forgotten/,
    /is not called back; its answer is forgotten/,
  ],
  [
    'start of a step of the ladder',
    /from the end of the one that failed/,
    /counted from the end of the last one/,
  ],
  ['bookings of one moment', /those of one moment by id, ascending/, /those of one moment by id/],
  ['payments of one moment', /the last recorded first/, /the last recorded first/],
  [
    'a body that is no object',
    /no object \(null, \[\]\) is a validation_error/,
    /no object is a fault of the body/,
  ],
  ['a field that is given twice', /given twice the last counts/, /given twice the last counts/],
  ['time of an attempt', /when the last attempt began/, /when the last attempt began/],
  ['order of deliveries', /in which order deliveries come/, /in which order deliveries come/],
  ['returned amounts', /\^\\d\{1,15\}\\\.\\d\{4\}\$/, /\^\\d\{1,15\}\\\.\\d\{4\}\$/],
]

describe('a sentence for what a second implementation would have to guess', () => {
  it.each(sentences)('%s', (_what, docs, openApi) => {
    expect(inDocs).toMatch(docs)
    expect(inOpenApi).toMatch(openApi)
  })

  it('and every operation can answer 431', () => {
    const answers = Object.values(document.paths).flatMap((item) => Object.values(item))
    expect(answers.length).toBe(11)
    for (const answer of answers)
      expect(Object.keys((answer as { responses: object }).responses)).toContain('431')
  })
})
