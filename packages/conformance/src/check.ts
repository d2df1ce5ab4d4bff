import { randomUUID } from 'node:crypto'
import {
  apiPrefix,
  type ErrorBody,
  errorBodySchema,
  type ErrorCode,
  errorStatuses,
  headerNames,
  type Operation,
  validate,
} from '@svc/models'
import type { SandboxControl } from '@svc/control'
import { type Exchange, excerpt, type Probe, type ProbeRequest } from './exchange.ts'

/** What a check may do besides reading and sending requests that must be refused. */
export type Need = 'destructive' | 'admin'

/** One thing that the kit proves. */
export interface Check {
  /**
   * Section of the specification (`4.1`) or decision (`D8`): a server that does not follow a decision differs, it is
   * not broken.
   */
  row: string
  title: string
  needs?: readonly Need[]
  /** Throws {@link Violation} or {@link Skip}; a returned text is the answer that the server gives. */
  run: (context: CheckContext) => Promise<string | void>
}

/** What checks work with. */
export interface CheckContext {
  readonly probe: Probe
  readonly baseUrl: string
  readonly destructive: boolean
  /** Only with an admin token. */
  readonly control: SandboxControl | undefined
  /** Runs after all checks, the last one first. Removes what a check leaves behind. */
  cleanUp(undo: () => Promise<unknown>): void
}

/** A check found something wrong. */
export class Violation extends Error {
  readonly evidence: readonly string[]

  constructor(message: string, ...exchanges: readonly Exchange[]) {
    super(message)
    this.evidence = [message, ...exchanges.map(excerpt)]
  }
}

/** A check has nothing to work on. */
export class Skip extends Error {}

/** Several violations of one check. */
export class Violations extends Error {
  readonly evidence: readonly string[]

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ message }) => message).join('; '))
    this.evidence = violations.flatMap(({ evidence }) => evidence)
  }
}

/** Runs a part for each item and reports all failures, not only the first. @throws Violations */
export async function each<T>(items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
  const violations: Violation[] = []
  for (const item of items) {
    try {
      await run(item)
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      violations.push(error)
    }
  }
  if (violations.length > 0) throw new Violations(violations)
}

/** @throws Violation */
export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  if (!statuses.includes(exchange.status)) {
    throw new Violation(`expected ${statuses.join(' or ')}, not ${exchange.status}`, exchange)
  }
}

/** @throws Violation unless it is an error in the form of D3, with this code and its status */
export function expectError(exchange: Exchange, code: ErrorCode): ErrorBody {
  expectStatus(exchange, errorStatuses[code])
  const body = validate(errorBodySchema, exchange.json)
  if (!body.ok) throw new Violation('the error is not in the form of D3', exchange)
  if (body.value.code !== code)
    throw new Violation(`expected the code ${code}, not ${body.value.code}`, exchange)
  return body.value
}

/** @throws Violation unless the error names this field */
export function expectErrorAt(exchange: Exchange, path: string): ErrorBody {
  const body = expectError(exchange, 'validation_error')
  if (!body.details?.some((detail) => detail.path === path)) {
    throw new Violation(`the error does not name ${path} in its details`, exchange)
  }
  return body
}

/** @throws Violation unless the body is valid by the contract */
export function expectValid<Schema extends Parameters<typeof validate>[0]>(
  exchange: Exchange,
  schema: Schema,
) {
  const body = validate(schema, exchange.json)
  if (!body.ok) {
    const where = body.details.map(({ path, message }) => `${path || 'the body'} ${message}`).join('; ')
    throw new Violation(`the answer breaks the contract: ${where}`, exchange)
  }
  return body.value
}

/** @throws Violation */
export function expectThat(held: boolean, message: string, ...exchanges: readonly Exchange[]): void {
  if (!held) throw new Violation(message, ...exchanges)
}

/** A request of an operation, with ids that do not exist. */
export function requestOf(operation: Operation, extra: Partial<ProbeRequest> = {}): ProbeRequest {
  return {
    method: operation.method,
    path: apiPrefix + operation.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    ...extra,
  }
}

/** Headers of a POST or PATCH with a key of its own. */
export const keyed = (key: string = randomUUID()): Record<string, string> => ({
  [headerNames.idempotencyKey]: key,
})
