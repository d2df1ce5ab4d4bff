import { type Logger, pino } from 'pino'
import { redactBody, redacted } from '../control/redact.ts'

/** Where secrets can stand in a log line: they are replaced before it is written (DESIGN 6). */
const redactedPaths = [
  'x-api-key',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-svc-signature',
].flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`, `res.headers["${name}"]`])

export interface LogOptions {
  /** From where on lines are written: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent`. @default 'info' */
  level?: string | undefined
  /** Takes a line at a time. @default standard error: standard output belongs to whoever started the server */
  stream?: { write(line: string): void } | undefined
}

/**
 * The log of a server: JSON lines with the time in ISO 8601. Bodies, query strings and signatures are never handed to
 * it; what has the form of one of our secrets is taken out of every line nevertheless.
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
