import {
  databaseTarget,
  headerKey,
  hostNames,
  lineStream,
  listenAddress,
  moment,
  oneOf,
  pem,
  shareOrOff,
  text,
  texts,
  uuid,
  wholeNumber,
  wholeNumberOrOff,
  yesOrNo,
} from './option-kinds.ts'
import type { OptionTable } from './option.ts'
import type { SandboxOptions } from './options.ts'

const hourMs = 3_600_000
const atMost = 1_000_000

/**
 * Every option of a sandbox, once. From here come the check of what is given, the defaults, and the flags, environment
 * variables and help of `svc-sandbox serve`, in this order. That it agrees with `SandboxOptions` is checked by the
 * compiler.
 */
export const optionTable = {
  host: {
    kind: listenAddress,
    help: 'address to listen on',
    default: '127.0.0.1',
    flag: { form: '--host <address>' },
  },
  port: {
    kind: wholeNumber(0, 65_535),
    help: 'port to listen on; 0 takes any free one',
    default: 0,
    serve: 4010,
    flag: { form: '--port <number>' },
  },
  tls: {
    help: 'serve TLS',
    default: { made: 'plain HTTP' },
    whole: true,
    members: {
      cert: {
        kind: pem,
        help: 'serve TLS with this certificate (PEM)',
        default: { made: 'none' },
        flag: { form: '--tls-cert <file>', file: true },
      },
      key: {
        kind: pem,
        help: 'and its private key (PEM)',
        default: { made: 'none' },
        flag: { form: '--tls-key <file>', file: true },
      },
    },
  },
  trustProxy: {
    kind: yesOrNo,
    help: 'a proxy in front speaks TLS and names the client in X-Forwarded-For',
    default: false,
    flag: { form: '--trust-proxy' },
  },
  trustedProxies: {
    kind: wholeNumber(1, 16),
    help: 'with --trust-proxy: proxies in front, each of which adds an address to X-Forwarded-For',
    default: 1,
    flag: { form: '--trusted-proxies <number>' },
  },
  allowedHosts: {
    kind: hostNames,
    help: 'names besides localhost under which a server on loopback serves its pages, with commas',
    default: { made: 'none' },
    flag: { form: '--allowed-hosts <names>' },
  },
  insecureHttp: {
    kind: yesOrNo,
    help: 'serve plain HTTP beyond this machine: keys travel readable',
    default: false,
    flag: { form: '--insecure-http' },
  },
  database: {
    kind: databaseTarget,
    help: 'SQLite file, :memory:, or postgres://…',
    default: ':memory:',
    serve: '.svc/sandbox.db',
    flag: { form: '--database <target>' },
  },
  shared: {
    kind: yesOrNo,
    help: 'serve an SQLite file beside another server that serves it',
    default: false,
    flag: { form: '--shared' },
  },
  schema: {
    kind: text,
    help: 'schema of PostgreSQL that holds the tables',
    default: { made: 'that of the connection' },
  },
  partitions: {
    kind: wholeNumberOrOff(2, 256),
    help: 'divide the tables of a new PostgreSQL database by property into so many parts',
    default: { made: "what the database has, 'off' for a new one" },
    flag: { form: '--partitions <number|off>' },
  },
  wake: {
    kind: oneOf('notify', 'poll'),
    help: 'how nodes on one PostgreSQL hear of each other: LISTEN, or looking four times a second',
    default: 'notify',
    flag: { form: '--wake <how>' },
  },
  seed: {
    kind: oneOf('hostel', 'empty'),
    help: 'fill an empty database: a realistic hostel, or nothing',
    default: 'empty',
    serve: 'hostel',
    flag: { form: '--seed <kind>' },
  },
  apiKey: {
    kind: headerKey,
    help: 'API key of the first property; otherwise made and kept',
    default: { made: 'a new one' },
    flag: { form: '--api-key <key>' },
  },
  adminToken: {
    kind: headerKey,
    help: 'token of the control API; otherwise made and kept',
    default: { made: 'a new one' },
    flag: { form: '--admin-token <token>' },
  },
  propertyId: {
    kind: uuid,
    help: 'id of the property that an empty database starts with',
    default: { made: 'a new UUID' },
  },
  propertyName: {
    kind: text,
    help: 'name of the property that an empty database starts with',
    default: { made: "'Hostel Sandbox', or that of the seed" },
  },
  rateLimit: {
    kind: wholeNumberOrOff(1, Number.MAX_SAFE_INTEGER),
    help: 'requests a minute and IP',
    default: 120,
    flag: { form: '--rate-limit <number|off>' },
  },
  clock: {
    kind: oneOf('real', 'manual'),
    help: 'manual: time stands still until it is advanced',
    default: { made: "'real', or what the database has" },
    flag: { form: '--clock <mode>' },
  },
  now: {
    kind: moment,
    help: 'where the clock of a new database starts, as 2026-01-31T12:00:00Z',
    default: { made: 'now' },
    flag: { form: '--now <time>' },
  },
  targets: {
    kind: oneOf('local', 'public', 'any'),
    help: 'where webhooks may go: public https and loopback, public https alone, anywhere',
    default: 'local',
    flag: { form: '--targets <policy>' },
  },
  ca: {
    kind: texts,
    help: 'certificates (PEM) that webhook receivers may show beside the public ones',
    default: { made: 'none' },
  },
  role: {
    kind: oneOf('all', 'api', 'delivery'),
    help: 'what this node does; several nodes need PostgreSQL',
    default: 'all',
    flag: { form: '--role <role>' },
  },
  deliveryConcurrency: {
    kind: wholeNumber(1, atMost),
    help: 'attempts of deliveries that run at once',
    default: { made: '4096, or half of the free descriptors where that is less' },
  },
  deliveryLeaseMs: {
    // An attempt may take five seconds, and its result has to be written down within the lease.
    kind: wholeNumber(6_000, hourMs),
    help: 'how long after a crash of a node its unfinished attempts are made again',
    default: 15_000,
    flag: { form: '--delivery-lease <seconds>', unit: 1_000 },
  },
  control: {
    kind: yesOrNo,
    help: 'without the control API',
    default: true,
    flag: { form: '--no-control' },
  },
  dashboard: {
    kind: yesOrNo,
    help: 'without the dashboard',
    default: true,
    flag: { form: '--no-dashboard' },
  },
  secretKey: {
    kind: texts,
    help: 'seals webhook secrets at rest; several, to rotate: the first seals, all open',
    default: { made: 'none' },
    variable: 'SVC_SECRET_KEY',
  },
  retention: {
    help: 'how long what has run its course is kept',
    members: {
      deliveredDays: {
        kind: wholeNumberOrOff(1, 36_500),
        help: 'how long delivered deliveries are kept',
        default: 30,
        flag: { form: '--retain-delivered <days|off>' },
      },
      deadDays: {
        kind: wholeNumberOrOff(1, 36_500),
        help: 'how long dead deliveries are kept',
        default: 90,
        flag: { form: '--retain-dead <days|off>' },
      },
      requestLogHours: {
        kind: wholeNumberOrOff(1, 876_000),
        help: 'how long the request log is kept',
        default: 24,
        flag: { form: '--retain-requests <hours|off>' },
      },
    },
  },
  maxConnections: {
    kind: wholeNumber(1, atMost),
    help: 'connections at once, idle ones included',
    default: 10_000,
    flag: { form: '--max-connections <number>' },
  },
  overload: {
    help: 'when the client API turns requests away with 503 instead of queueing them',
    members: {
      maxRequests: {
        kind: wholeNumber(1, atMost),
        help: 'requests of the client API under way at once; more are answered 503',
        default: 1_000,
        flag: { form: '--max-requests <number>' },
      },
      maxEventLoopDelayMs: {
        kind: wholeNumberOrOff(1, 60_000),
        help: 'answer 503 while the process is later than that on average',
        default: 'off',
        serve: 250,
        flag: { form: '--max-event-loop-delay <ms|off>' },
      },
      maxHeapUsed: {
        kind: shareOrOff,
        help: "part of V8's heap limit that may be in use; beyond it, answer 503",
        default: 'off',
        // That process does nothing else, and V8 ends it at its limit.
        serve: 0.9,
      },
      sampleMs: {
        kind: wholeNumber(1, 60_000),
        help: 'milliseconds of one sample of delay and heap',
        default: 500,
      },
    },
  },
  drainMs: {
    kind: wholeNumber(0, hourMs),
    help: 'on stop, how long /readyz says no before listening ends',
    default: 0,
    flag: { form: '--drain <seconds>', unit: 1_000 },
  },
  graceMs: {
    kind: wholeNumber(0, hourMs),
    help: 'on stop, how long requests and attempts under way have to finish',
    default: 10_000,
  },
  logger: {
    help: 'log lines as JSON, secrets redacted',
    or: yesOrNo,
    default: false,
    members: {
      level: {
        kind: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
        help: 'log lines (JSON) on stderr',
        default: 'info',
        serve: 'warn',
        flag: { form: '--log-level <level>', choices: ['silent', 'error', 'warn', 'info', 'debug'] },
      },
      stream: {
        kind: lineStream,
        help: 'takes the log a line at a time',
        default: { made: 'standard error' },
      },
    },
  },
} satisfies OptionTable<SandboxOptions>
