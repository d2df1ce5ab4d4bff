/** A change that the general ones do not make: the text of an expression, and what stands there instead. */
export type NamedChange = readonly [was: string, to: string]

/** Changes that the tests once did not notice, by file. */
export const named: Readonly<Record<string, readonly NamedChange[]>> = {
  'packages/signing/src/node/sign.ts': [
    ["createSecretKey(secret, 'utf8')", "createSecretKey(secret, 'latin1')"],
  ],
  'packages/signing/src/express.ts': [
    ['options.headerPrefix', 'undefined'],
    ['options.header', 'undefined'],
  ],
  'packages/models/src/money.ts': [['units % perMinor !== 0n', 'units % perMinor > 0n']],
  'packages/models/src/payment-requests.ts': [['z.optional(z.nullable(uuid()))', 'z.optional(uuid())']],
  'packages/client/src/core/retry/rate-limiter.ts': [['waiting.size === 0', 'false']],
  'packages/client/src/core/call/judge-answer.ts': [
    ["answer.headers['date']", 'undefined'],
    ['by.localMs', '0'],
  ],
  'packages/client/src/core/wire/base-url.ts': [
    ["url.username !== '' || url.password !== ''", "url.password !== ''"],
  ],
  'apps/sandbox/src/service/booking-changes.ts': [
    ['home', 'undefined'],
    ['guestId ?? before.guest.id', 'guestId'],
  ],
  'apps/sandbox/src/delivery/attempt.ts': [
    ["[...getCACertificates('default'), ...[further].flat()]", '[further].flat()'],
  ],
  'apps/sandbox/src/delivery/channel.ts': [['maxHeaderBytes', '1_000_000']],
  'apps/sandbox/src/http/origins.ts': [['exposed', "''"]],
}
