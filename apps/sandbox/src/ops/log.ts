import { type Logger, pino } from 'pino'
import { redactBody, redacted } from '../control/redact.ts'

/** Where secrets can stand in a log line: they are replaced before it is written. */
const redactedPaths = [
  'x-api-key',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-svc-signature',
].flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`, `res.headers["${name}"]`])

export interface LogOptions {
  /**
   * The lowest level that is written: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent`. @default 'info'
   */
  level?: string | undefined
  /** Gets one line at a time. @default standard error: standard output belongs to the command */
  stream?:
    | {
        /** Takes one line of JSON. */
        write(line: string): void
      }
    | undefined
}

/**
 * The log of a server: JSON lines with the time in ISO 8601. Bodies, query strings and signatures are never passed
 * to it. In addition, every text in the form of one of our secrets is removed from every line.
 */
export function createLog({ level = 'info', stream = process.stderr }: LogOptions = {}): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: redacted },
      hooks: { streamWrite: redactBody },
    },
    stream,
  )
}
