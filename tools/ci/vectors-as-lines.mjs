// Prints the test vectors one a line, for programs without a parser of JSON: name, secrets, body and header in hex ("-" for
// no header), and whether it verifies, with tabs in between.
import { readFileSync } from 'node:fs'

const { cases } = JSON.parse(
  readFileSync(new URL('../../packages/signing/vectors.json', import.meta.url), 'utf8'),
)
const hex = ({ utf8, hex: given }) => given ?? Buffer.from(utf8).toString('hex')
for (const { name, secrets, body, header, expected } of cases) {
  // Servers hand out a header that came several times as one value.
  const value = Array.isArray(header) ? (header.length === 0 ? null : header.join(', ')) : header
  const sent = value === null ? '-' : hex({ utf8: value })
  console.log([name, secrets.map(hex).join(','), hex(body), sent, expected.ok].join('\t'))
}
