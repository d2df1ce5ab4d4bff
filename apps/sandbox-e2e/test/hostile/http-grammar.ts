import * as fc from 'fast-check'

/** What is written to a connection: something like a request, and perhaps a good one behind it. */
export interface Attack {
  bytes: string
  /** A good request follows in the same write. */
  followed: boolean
}

/** The payment that must never be recorded: it stands where no request begins, however the framing is read. */
export const smuggled = 'smuggled'

export interface GrammarOptions {
  apiKey: string
  /** A whole request that records {@link smuggled}. */
  canary: string
  /** A whole request that is answered 200. */
  good: string
}

const odd = fc.constantFrom('\0', '\x0b', '\x7f', '\x80', '\xff', '\r', '\n', '\t', ' ', ':', ';', ',', '"')
const junk = fc.string({ unit: fc.oneof(odd, fc.constantFrom('a', 'Z', '0', '%', '/', '.')), maxLength: 12 })
const or = (usual: fc.Arbitrary<string>, unusual: fc.Arbitrary<string>, weight = 5) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: unusual })

const eol = or(fc.constant('\r\n'), fc.constantFrom('\n', '\r', '\r\r\n', '\n\r', ''), 12)
const method = or(
  fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  fc.oneof(fc.constantFrom('get', 'PRI', 'CONNECT', 'TRACE', 'QUERY', 'M-SEARCH', 'G'.repeat(300)), junk),
)
const target = or(
  fc.constantFrom(
    '/api/v1/client/payments',
    '/api/v1/client/bookings?page=1',
    '/healthz',
    '/client/webhooks',
  ),
  fc.oneof(
    fc.constantFrom(
      '*',
      '/',
      '//',
      'http://x/api/v1/client/payments',
      '/api/v1/client/../../sandbox/properties',
      '/%00',
      '/%',
      '/a b',
      '/#x',
      `/${'a'.repeat(20_000)}`,
    ),
    junk.map((text) => `/${text}`),
  ),
)
const version = or(
  fc.constant('HTTP/1.1'),
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.10', 'http/1.1', 'HTTP/1.1 ', 'HTTP/', ''),
  8,
)
const space = or(fc.constant(' '), fc.constantFrom('  ', '\t', '', '\x0b'), 12)
const requestLine = fc.tuple(method, space, target, space, version).map((parts) => parts.join(''))

const plainHeader = fc.constantFrom(
  'Accept: */*',
  'Connection: keep-alive',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: foo',
  'Content-Encoding: gzip',
  'Cookie: a=b',
)
const oddHeader = fc.oneof(
  fc.tuple(junk, fc.constantFrom(':', ' :', '::', ''), junk).map((parts) => parts.join('')),
  fc.constantFrom(
    ' folded: yes',
    '\tfolded',
    ': no name',
    'No-Colon',
    'Host: y',
    'Host: a,b',
    'X-Api-Key: a',
    'Idempotency-Key: x\r\nIdempotency-Key: y',
    `X-Long: ${'a'.repeat(17_000)}`,
    'Trailer: Content-Length',
    'TE: trailers',
  ),
)
const header = or(plainHeader, oddHeader, 3)

/** Ways to say how long a body is: the right one, wrong ones, and both at once. */
function framings(
  body: string,
): fc.Arbitrary<{ readonly headers: readonly string[]; readonly body: string }> {
  const length = Buffer.byteLength(body, 'latin1')
  const hex = length.toString(16)
  const chunked = `${hex}\r\n${body}\r\n0\r\n\r\n`
  const lengths = [
    `${length}`,
    `+${length}`,
    `0${length}`,
    `${length},${length}`,
    `${length}, 0`,
    `0x${hex}`,
    '-1',
    '1e1',
    '99999999999999999999',
    '',
  ]
  const codings = [
    'chunked',
    ' chunked',
    'Chunked',
    'xchunked',
    'chunked, identity',
    'gzip, chunked',
    'identity',
    '\x0bchunked',
    'chunked;a=b',
    '"chunked"',
    '',
  ]
  const names = [
    'Transfer-Encoding',
    'Transfer-Encoding ',
    'transfer-encoding',
    'Transfer\tEncoding',
    'Transfer_Encoding',
  ]
  const chunks = [
    chunked,
    `${hex};a=b\r\n${body}\r\n0\r\n\r\n`,
    `${hex}\n${body}\n0\n\n`,
    `0x${hex}\r\n${body}\r\n0\r\n\r\n`,
    `${hex}\r\n${body}0\r\n\r\n`,
    `ffffffffffffffff\r\n${body}\r\n0\r\n\r\n`,
    `${hex} \r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`,
    `${hex}\r\n${body}\r\n`,
  ]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({ headers: [`Content-Length: ${length}`], body }) },
    { weight: 4, arbitrary: fc.constant({ headers: ['Transfer-Encoding: chunked'], body: chunked }) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...lengths.slice(1))
        // Only what no reading makes a shorter body of: behind that, the canary would be a request of its own.
        .map((text) => ({ headers: [`Content-Length: ${text}`], body })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(...codings), fc.constantFrom(...chunks))
        .map(([name, coding, text]) => ({ headers: [`${name}: ${coding}`], body: text })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(...codings), fc.boolean())
        .map(([name, coding, first]) => {
          const both = [`Content-Length: ${Buffer.byteLength(chunked, 'latin1')}`, `${name}: ${coding}`]
          return { headers: first ? both : both.toReversed(), body: chunked }
        }),
    },
    {
      // The end of the chunks comes early: what is behind it is a request only for who reads both lengths.
      weight: 2,
      arbitrary: fc
        .constantFrom('Transfer-Encoding: chunked', 'Transfer-Encoding: \x0bchunked')
        .map((coding) => {
          const early = `0\r\n\r\n${body}`
          return { headers: [`Content-Length: ${early.length}`, coding], body: early }
        }),
    },
    {
      weight: 1,
      arbitrary: fc.constant({ headers: [`Content-Length: ${length}`, 'Content-Length: 0'], body }),
    },
  )
}

/** Anything from a request with a slip of the pen to noise. */
export function attacks({ apiKey, canary, good }: GrammarOptions): fc.Arbitrary<Attack> {
  const framed = fc
    .constantFrom(canary, '{"amount":"1","paymentMethod":"Cash","type":"income"}', '{', '')
    .chain(framings)
  const message = fc
    .tuple(requestLine, fc.array(header, { maxLength: 4 }), framed, eol, eol)
    .map(([line, headers, { headers: framing, body }, between, end]) => {
      const own = [
        'Host: x',
        `X-API-Key: ${apiKey}`,
        'Content-Type: application/json',
        ...headers,
        ...framing,
      ]
      // The odd end of a line is not that of the framing: without one, what follows is a request by any reading.
      return `${line}\r\n${own.join('\r\n')}\r\nX-Odd: a${between}X-Last: b\r\n${end}${body}`
    })
  const cut = fc.tuple(message, fc.nat({ max: 400 })).map(([text, at]) => text.slice(0, at))
  const noise = fc.oneof(
    junk,
    fc.constantFrom(
      '\x16\x03\x01\x02\x00\x01\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\r\n\r\n\r\n',
      '\0'.repeat(64),
    ),
  )
  return fc
    .tuple(
      fc.oneof(
        { weight: 10, arbitrary: message },
        { weight: 2, arbitrary: cut },
        { weight: 1, arbitrary: noise },
      ),
      fc.boolean(),
    )
    .map(([text, followed]) => ({ bytes: followed ? text + good : text, followed }))
}
