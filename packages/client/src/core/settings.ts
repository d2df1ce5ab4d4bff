import {
  apiPrefix,
  type ErrorDetail,
  operations,
  type OptionNames,
  unknownOptions,
} from '@svc/models/operations'
import { limits } from '@svc/models/vocabulary'
import { listDetails, RequestError, sentence } from '../errors/request-error.ts'
import { clientOptionNames, type SvcClientOptions } from '../options.ts'
import { parseBaseUrl } from './wire/base-url.ts'
import type { Hooks } from './report/events.ts'
import { isHeaderValue } from './wire/headers.ts'
import type { RateLimit } from './retry/rate-limiter.ts'
import { checkCount, checkMs } from './option-checks.ts'

/** The options of a client, checked and with their defaults. The API key is not among them: the client keeps it. */
export interface Settings {
  origin: string
  basePath: string
  /** In place of `/api/v1/client/webhooks`, without a final slash. */
  webhooksPath: string
  timeoutMs: number
  totalTimeoutMs: number
  maxRetries: number
  retryBudget: number | false
  rateLimit: RateLimit | undefined
  connections: number
  maxResponseBytes: number
  hooks: Hooks
  /** What comes before the client's own name: empty, or ends with a space. */
  userAgent: string
}

function checkApiKey(apiKey: unknown, problems: ErrorDetail[]): void {
  if (typeof apiKey !== 'string' || apiKey === '') {
    problems.push({
      path: 'apiKey',
      message: 'is required: create one in the dashboard under Settings, API Keys',
    })
  } else if (!isHeaderValue(apiKey) || /\s/.test(apiKey)) {
    // Without quoting it: the message ends up in logs.
    problems.push({ path: 'apiKey', message: 'must be printable ASCII without spaces or line breaks' })
  }
}

const defaultWebhooksPath = `${apiPrefix}${operations.listWebhooks.path}`

/** Plain segments alone: nothing that a URL parser would change, or that ends the path. */
const pathForm = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/

function readWebhooksPath(value: unknown, problems: ErrorDetail[]): string {
  if (value === undefined) return defaultWebhooksPath
  if (typeof value === 'string' && pathForm.test(value)) return value.replace(/\/$/, '')
  problems.push({ path: 'webhooksPath', message: 'must be a path such as "/client/webhooks"' })
  return defaultWebhooksPath
}

function readRateLimit(value: SvcClientOptions['rateLimit'], problems: ErrorDetail[]): RateLimit | undefined {
  if (value === undefined || value === false) return undefined
  const limit = typeof value === 'number' ? { requests: value, perMs: 60_000 } : value
  problems.push(...unknownOptions(limit, rateLimitNames, 'rateLimit'))
  checkCount(limit?.requests ?? Number.NaN, 1, 'rateLimit.requests', problems)
  checkMs(limit?.perMs ?? Number.NaN, 'rateLimit.perMs', problems)
  return limit
}

/** Products as RFC 9110 10.1.5 has them, such as `pms/2.1 (test)`: no spaces around, or two of them would run together. */
function readUserAgent(value: unknown, problems: ErrorDetail[]): string {
  if (value === undefined) return ''
  if (isHeaderValue(value) && value !== '' && value === value.trim()) return `${value} `
  problems.push({ path: 'userAgent', message: 'must be a name in printable ASCII, such as "my-pms/2.1"' })
  return ''
}

const rateLimitNames: OptionNames<RateLimit> = { requests: true, perMs: true }
const hookNames: OptionNames<Hooks> = { onRequest: true, onResponse: true, onRetry: true }

function checkHooks(hooks: unknown, problems: ErrorDetail[]): void {
  if (hooks === undefined) return
  problems.push(...unknownOptions(hooks, hookNames, 'hooks'))
  for (const [name, hook] of Object.entries(hooks ?? {})) {
    if (hook !== undefined && typeof hook !== 'function') {
      problems.push({ path: `hooks.${name}`, message: 'must be a function' })
    }
  }
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {RequestError} naming every option that is wrong
 */
export function readSettings(options: SvcClientOptions): Settings {
  const problems: ErrorDetail[] = unknownOptions(options, clientOptionNames)
  const given: Partial<SvcClientOptions> = options ?? {}
  const base = parseBaseUrl(given.baseUrl)
  if ('problem' in base) problems.push({ path: 'baseUrl', message: base.problem })
  checkApiKey(given.apiKey, problems)
  checkMs(given.timeoutMs, 'timeoutMs', problems)
  checkMs(given.totalTimeoutMs, 'totalTimeoutMs', problems)
  checkCount(given.maxRetries, 0, 'maxRetries', problems)
  if (given.retryBudget !== false) checkCount(given.retryBudget, 0, 'retryBudget', problems)
  checkCount(given.connections, 1, 'connections', problems)
  checkCount(given.maxResponseBytes, 1, 'maxResponseBytes', problems)
  checkHooks(given.hooks, problems)
  const rateLimit = readRateLimit(given.rateLimit, problems)
  const userAgent = readUserAgent(given.userAgent, problems)
  const webhooksPath = readWebhooksPath(given.webhooksPath, problems)
  if (given.dispatcher !== undefined && typeof given.dispatcher?.dispatch !== 'function') {
    problems.push({ path: 'dispatcher', message: 'must be an undici dispatcher' })
  }
  if (problems.length > 0 || 'problem' in base) {
    throw new RequestError(sentence(`SvcClient cannot be made: ${listDetails(problems)}`), {
      code: 'invalid_option',
      details: problems,
    })
  }
  return {
    origin: base.origin,
    basePath: base.path,
    webhooksPath,
    timeoutMs: given.timeoutMs ?? 10_000,
    // More than the minute after which a full rate-limit window opens again.
    totalTimeoutMs: given.totalTimeoutMs ?? 90_000,
    maxRetries: given.maxRetries ?? 3,
    retryBudget: given.retryBudget ?? 100,
    rateLimit,
    connections: given.connections ?? 16,
    // Far above a page of bookings: 100 of them with long stays take about 1 MiB, the largest request body.
    maxResponseBytes: given.maxResponseBytes ?? 64 * limits.bodyBytes,
    hooks: given.hooks ?? {},
    userAgent,
  }
}
