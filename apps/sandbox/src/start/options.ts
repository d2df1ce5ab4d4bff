import type { LogOptions } from '../ops/log.ts'
import type { RetentionPeriods } from '../ops/retention.ts'
import type { OverloadLimits } from '../ops/shed-load.ts'
import type { TargetPolicy } from '../service/context.ts'

/**
 * How a sandbox is started. Every field is optional: `startSandbox()` is an empty property in memory on a free port.
 */
export interface SandboxOptions {
  /** `:memory:`, the path of an SQLite file, or `postgres://…`. @default ':memory:' */
  database?: string | undefined
  /** Serve an SQLite file beside another server; without it the second one is refused (D24). @default false */
  shared?: boolean | undefined
  /** Schema of PostgreSQL that holds the tables. @default that of the connection */
  schema?: string | undefined
  /**
   * Parts into which the tables that grow are divided by property (`partition by hash`), 2 to 256, when a PostgreSQL
   * database is made. One that has another layout is refused. @default what the database has, 'off' for a new one
   */
  partitions?: number | 'off' | undefined
  /**
   * How nodes on one PostgreSQL hear of each other: with `LISTEN`, or with `poll` by looking four times a second, and
   * with no key or origin served from memory. All nodes of a database take the same. @default 'notify'
   */
  wake?: 'notify' | 'poll' | undefined
  /**
   * Address to listen on; anything but loopback needs `tls`, `trustProxy` or `insecureHttp` (D16). @default '127.0.0.1'
   */
  host?: string | undefined
  /** 0 to 65535; 0 takes any free port. @default 0 */
  port?: number | undefined
  /** Serve TLS with this certificate and key, in PEM. @default plain HTTP */
  tls?:
    | {
        /** Certificate in PEM. */
        cert: string | Buffer
        /** Its private key in PEM. */
        key: string | Buffer
      }
    | undefined
  /** A proxy in front handles TLS and sends the client's address in `X-Forwarded-For`. @default false */
  trustProxy?: boolean | undefined
  /**
   * With `trustProxy`: how many proxies stand between the client and here, each of which adds the address that it sees to
   * `X-Forwarded-For`. What stands further left in it the client has written itself. @default 1
   */
  trustedProxies?: number | undefined
  /**
   * Names under which a server on loopback also serves dashboard, docs, metrics and control API, beside those of the
   * loopback; in an array or with commas in between. Requests with another `Host` are refused. @default none
   */
  allowedHosts?: string | readonly string[] | undefined
  /** Serve plain HTTP beyond loopback: API keys are then sent in the clear. @default false */
  insecureHttp?: boolean | undefined

  /** `manual`: the virtual clock stands still until it is advanced. @default 'real', or what the database has */
  clock?: 'real' | 'manual' | undefined
  /** Where the virtual clock of a new database starts: milliseconds since 1970, or an ISO timestamp. @default now */
  now?: number | string | Date | undefined
  /** What an empty database is filled with. @default 'empty' */
  seed?: 'hostel' | 'empty' | undefined
  /** API key that opens the first property. @default a new one */
  apiKey?: string | undefined
  /** Token of the control API. @default a new one */
  adminToken?: string | undefined
  /** Id of the property that an empty database starts with. @default a new UUID */
  propertyId?: string | undefined
  /** Name of the property that an empty database starts with. @default 'Hostel Sandbox', or that of the seed */
  propertyName?: string | undefined

  /** Requests a minute and IP on the client API. @default 120 */
  rateLimit?: number | 'off' | undefined
  /** Where webhooks may go: public https and loopback, public https alone, anywhere. @default 'local' */
  targets?: TargetPolicy | undefined
  /** Certificates in PEM that are trusted for webhook receivers, besides the public ones. @default none */
  ca?: string | readonly string[] | undefined
  /** Attempts of deliveries in progress at once. @default 4096, or half of the free descriptors where that is less */
  deliveryConcurrency?: number | undefined
  /**
   * Milliseconds for which a delivery belongs to the node that has claimed it. After a crash, another attempt of it is
   * made after this time. It must be longer than an attempt (5 s) with its commit, and than the difference between the
   * clocks of two nodes. @default 15,000
   */
  deliveryLeaseMs?: number | undefined
  /** What this node does; more than one needs PostgreSQL. @default 'all' */
  role?: 'all' | 'api' | 'delivery' | undefined
  /** Serve the control API under `/sandbox`. @default true */
  control?: boolean | undefined
  /** Serve the dashboard under `/dashboard`; it works through the control API. @default true */
  dashboard?: boolean | undefined
  /** Log lines as JSON, secrets redacted. `true` writes from level `info` on to stderr. @default false */
  logger?: boolean | LogOptions | undefined
  /** Seals webhook secrets at rest; several, to rotate: the first seals, all open. @default none */
  secretKey?: string | readonly string[] | undefined
  /** How long finished records are kept. @default 30 days, dead deliveries 90, the request log 24 hours */
  retention?: RetentionPeriods | undefined
  /** When the client API refuses requests with 503 instead of queueing them. @default beyond 1000 at once */
  overload?: OverloadLimits | undefined
  /** Connections at once, idle ones included; more are closed as they come. @default 10,000 */
  maxConnections?: number | undefined
  /**
   * Milliseconds between `/readyz` saying no and the end of listening when the sandbox stops: as long as a load
   * balancer needs to notice. @default 0
   */
  drainMs?: number | undefined
  /** Milliseconds that requests and attempts in progress have to finish when the sandbox stops. @default 10,000 */
  graceMs?: number | undefined
}
