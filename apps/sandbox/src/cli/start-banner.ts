import { randomUUID } from 'node:crypto'
import type { Sandbox } from '../start/start-sandbox.ts'
import { style } from './output.ts'

/** What a person needs after a start: the address, the keys, and three things to try. */
export function startBanner(options: {
  sandbox: Sandbox
  /** The options of the start. */
  options: { database: string; control?: boolean | undefined }
  /** Where the credentials are kept; undefined for a database in memory. */
  credentials: string | undefined
  ms: number
}): string {
  const { sandbox, options: started, credentials, ms } = options
  const { url, apiKey, adminToken, propertyId, propertyName, dashboardUrl } = sandbox
  const api = `${url}/api/v1/client`
  const keys = credentials === undefined ? 'it ends with its server' : `keys are kept in ${credentials}`
  const facts: Fact[] = [
    ['Address', style('cyan', api)],
    ['API reference', style('cyan', `${url}/docs`)],
    ...(dashboardUrl === null ? [] : [signInLink(dashboardUrl, adminToken)]),
    ['API key', apiKey],
    ...(started.control !== false ? [['Admin token', adminToken] satisfies Fact] : []),
    ['Property', `${propertyId}  ${style('dim', propertyName)}`],
    ['Database', `${withoutPassword(started.database)}  ${style('dim', keys)}`],
  ]
  return [
    '',
    `${style('bold', 'svc-sandbox')} is ready ${style('dim', `(${Math.round(ms)} ms; stop it with Ctrl+C)`)}`,
    '',
    ...factLines(facts),
    '',
    style('bold', 'Try it'),
    '',
    ...examples(api, apiKey, url.startsWith('https:')).flatMap(([what, command]) => [
      `  ${style('dim', `# ${what}`)}`,
      `  ${command}`,
      '',
    ]),
  ].join('\n')
}

/** What a person is told of a sandbox, under its name. */
export type Fact = [name: string, value: string]

export const factLines = (facts: readonly Fact[]): string[] =>
  facts.map(([name, value]) => `  ${name.padEnd(14)} ${value}`)

/** The link signs in: the page takes the token out of its address at once. */
export const signInLink = (dashboardUrl: string, adminToken: string): Fact => [
  'Dashboard',
  style('cyan', `${dashboardUrl}#token=${adminToken}`),
]

function examples(api: string, apiKey: string, tls: boolean): [what: string, command: string][] {
  const curl = tls ? 'curl -sk' : 'curl -s'
  const key = `-H 'X-API-Key: ${apiKey}'`
  const json = `-H 'Content-Type: application/json'`
  const once = () => `-H 'Idempotency-Key: ${randomUUID()}'`
  const payment = JSON.stringify({ amount: '120.50', paymentMethod: 'Cash', type: 'income' })
  const endpoint = JSON.stringify({ url: 'http://127.0.0.1:4020/webhooks', events: ['payment.created'] })
  return [
    ['list bookings', `${curl} '${api}/bookings?limit=3' ${key}`],
    [
      'record a payment (run it twice: it is recorded once)',
      `${curl} ${api}/payments ${key} ${once()} ${json} -d '${payment}'`,
    ],
    [
      'have payments sent to your webhook',
      `${curl} ${api}/webhooks ${key} ${once()} ${json} -d '${endpoint}'`,
    ],
  ]
}

/** A database address as it may be shown. */
function withoutPassword(database: string): string {
  const url = /^postgres(ql)?:/.test(database) ? URL.parse(database) : null
  if (!url) return database
  if (url.password !== '') url.password = '***'
  return url.href
}
