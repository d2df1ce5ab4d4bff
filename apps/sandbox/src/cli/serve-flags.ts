import { type Command, InvalidArgumentError } from 'commander'
import { databaseFlag, flag, wholeNumber } from './flags.ts'

/** The flags of `serve` after parsing. */
export interface ServeFlags {
  host: string
  port: number
  tlsCert?: string
  tlsKey?: string
  trustProxy?: true
  insecureHttp?: true
  database: string
  seed: 'hostel' | 'empty'
  apiKey?: string
  adminToken?: string
  rateLimit: number | 'off'
  clock?: 'real' | 'manual'
  now?: string
  targets: 'local' | 'public' | 'any'
  role: 'all' | 'api' | 'delivery'
  deliveryLease: number
  control: boolean
  dashboard: boolean
  json?: true
  retainDelivered: number | 'off'
  retainDead: number | 'off'
  retainRequests: number | 'off'
  maxConnections: number
  drain: number
  maxRequests: number
  maxEventLoopDelay: number | 'off'
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** Adds the flags of DESIGN 4. */
export function serveFlags(command: Command): Command {
  return command
    .addOption(flag('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      flag('--port <number>', 'port to listen on; 0 takes any free one')
        .default(4010)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(flag('--tls-cert <file>', 'serve TLS with this certificate (PEM)'))
    .addOption(flag('--tls-key <file>', 'and its private key (PEM)'))
    .addOption(flag('--trust-proxy', 'a proxy in front speaks TLS and names the client in X-Forwarded-For'))
    .addOption(flag('--insecure-http', 'serve plain HTTP beyond this machine: keys travel readable'))
    .addOption(databaseFlag())
    .addOption(
      flag('--seed <kind>', 'fill an empty database: a believable hostel, or nothing')
        .choices(['hostel', 'empty'])
        .default('hostel'),
    )
    .addOption(flag('--api-key <key>', 'API key of the first property; otherwise made and kept'))
    .addOption(flag('--admin-token <token>', 'token of the control API; otherwise made and kept'))
    .addOption(
      flag('--rate-limit <number|off>', 'requests a minute and IP')
        .default(120)
        .argParser(numberOrOff(1, 1_000_000_000)),
    )
    .addOption(
      flag('--clock <mode>', 'manual: time stands still until it is advanced').choices(['real', 'manual']),
    )
    .addOption(
      flag('--now <time>', 'where the clock of a new database starts, as 2026-01-31T12:00:00Z').argParser(
        time,
      ),
    )
    .addOption(
      flag(
        '--targets <policy>',
        'where webhooks may go: public https and loopback, public https alone, anywhere',
      )
        .choices(['local', 'public', 'any'])
        .default('local'),
    )
    .addOption(
      flag('--role <role>', 'what this node does; several nodes need PostgreSQL')
        .choices(['all', 'api', 'delivery'])
        .default('all'),
    )
    .addOption(
      flag(
        '--delivery-lease <seconds>',
        'how long after a crash of a node its unfinished attempts are made again',
      )
        .default(15)
        // An attempt may take five seconds, and its result has to be written down within the lease.
        .argParser(wholeNumber(6, 3_600)),
    )
    .addOption(flag('--no-control', 'without the control API'))
    .addOption(flag('--no-dashboard', 'without the dashboard'))
    .addOption(
      flag('--retain-delivered <days|off>', 'how long delivered deliveries are kept')
        .default(30)
        .argParser(numberOrOff(1, 36_500)),
    )
    .addOption(
      flag('--retain-dead <days|off>', 'how long dead deliveries are kept')
        .default(90)
        .argParser(numberOrOff(1, 36_500)),
    )
    .addOption(
      flag('--retain-requests <hours|off>', 'how long the request log is kept')
        .default(24)
        .argParser(numberOrOff(1, 876_000)),
    )
    .addOption(
      flag('--max-connections <number>', 'connections at once, idle ones included')
        .default(10_000)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(
      flag('--max-requests <number>', 'requests of the client API under way at once; more are answered 503')
        .default(1_000)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(
      flag('--max-event-loop-delay <ms|off>', 'answer 503 while the process is later than that on average')
        .default(250)
        .argParser(numberOrOff(1, 60_000)),
    )
    .addOption(
      flag('--drain <seconds>', 'on stop, how long /readyz says no before listening ends')
        .default(0)
        .argParser(wholeNumber(0, 3_600)),
    )
    .addOption(
      flag('--log-level <level>', 'log lines (JSON) on stderr')
        .choices(['silent', 'error', 'warn', 'info', 'debug'])
        .default('warn'),
    )
    .addOption(flag('--json', 'first line of stdout: one JSON object with url, apiKey, adminToken …'))
}

function numberOrOff(min: number, max: number): (text: string) => number | 'off' {
  const number = wholeNumber(min, max)
  return (text) => (text === 'off' ? 'off' : number(text))
}

function time(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('Write it as 2026-01-31T12:00:00Z.')
  return text
}
