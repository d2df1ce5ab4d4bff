import { inspect } from 'node:util'
import { StartError } from './errors.ts'
import type { SandboxOptions } from './options.ts'

/** What is wrong with a value of an option; undefined when it will do. */
type Fault = (value: unknown) => string | undefined

const anything: Fault = () => undefined

const oneOf =
  (...choices: string[]): Fault =>
  (value) =>
    choices.some((choice) => choice === value)
      ? undefined
      : `must be one of ${choices.map((choice) => `'${choice}'`).join(', ')}`

const ofType =
  (type: 'string' | 'boolean'): Fault =>
  (value) =>
    typeof value === type ? undefined : `must be a ${type}`

const wholeNumber =
  (least: number, most: number): Fault =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`

const requestsAMinute: Fault = (value) =>
  value === 'off' || wholeNumber(1, Number.MAX_SAFE_INTEGER)(value) === undefined
    ? undefined
    : `must be a whole number of at least 1, or 'off'`

/** Every option, so that none is added without a thought of it; those of `anything` are judged where they are used. */
const faults: Record<keyof SandboxOptions, Fault> = {
  database: ofType('string'),
  schema: ofType('string'),
  host: ofType('string'),
  port: wholeNumber(0, 65_535),
  tls: anything,
  trustProxy: ofType('boolean'),
  insecureHttp: ofType('boolean'),
  clock: oneOf('real', 'manual'),
  now: anything,
  seed: oneOf('hostel', 'empty'),
  apiKey: ofType('string'),
  adminToken: ofType('string'),
  propertyId: ofType('string'),
  propertyName: ofType('string'),
  rateLimit: requestsAMinute,
  targets: oneOf('local', 'public', 'any'),
  ca: anything,
  deliveryConcurrency: anything,
  deliveryLeaseMs: anything,
  role: oneOf('all', 'api', 'delivery'),
  control: ofType('boolean'),
  dashboard: ofType('boolean'),
  logger: anything,
  secretKey: anything,
  retention: anything,
  overload: anything,
  maxConnections: anything,
  drainMs: anything,
  graceMs: anything,
}

/**
 * Judges what no type checker may have seen: options from JavaScript or from a configuration file. A misspelt one must
 * not start another sandbox than was meant, in memory instead of on a file or with another policy for targets.
 *
 * @throws StartError `invalid_option` naming the option, and what it may be
 */
export function checkOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(faults, name)) {
      throw new StartError(
        'invalid_option',
        `There is no option "${name}" of startSandbox. There are: ${Object.keys(faults).join(', ')}.`,
      )
    }
    const fault = value === undefined ? undefined : faults[name as keyof SandboxOptions](value)
    if (fault) {
      const shown = typeof value === 'object' ? 'an object' : inspect(value)
      throw new StartError('invalid_option', `The option ${name} ${fault}, not ${shown}.`)
    }
  }
}
