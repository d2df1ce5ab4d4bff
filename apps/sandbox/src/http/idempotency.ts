import { createHash } from 'node:crypto'
import {
  headerNames,
  idempotencyKeySchema,
  limits,
  needsIdempotencyKey,
  operations,
  validate,
} from '@svc/models'
import canonicalize from 'canonicalize'
import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../service/context.ts'
import { ServiceError } from '../service/errors.ts'
import {
  type RecordKey,
  claimScope,
  findRecord,
  removeExpired,
  storeAnswer,
} from '../storage/queries/idempotency.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { writeSettled } from './write.ts'

/** The answer of an executed operation: what is stored, and what goes out byte for byte again. */
export interface StoredAnswer {
  status: number
  body: string
}

const keptMs = limits.idempotencyHours * 3_600_000

/** Reads the key of every POST and PATCH (spec 5, D5): a UUID v4, bare or quoted. */
export function requireIdempotencyKey(scope: FastifyInstance): void {
  const header = headerNames.idempotencyKey.toLowerCase()
  scope.addHook('onRequest', (request, _reply, done) => {
    const { call } = request
    if (!call?.operationId || !needsIdempotencyKey(operations[call.operationId])) return done()
    const key = validate(idempotencyKeySchema, request.headers[header] || undefined)
    if (!key.ok)
      return done(new ServiceError('bad_request', key.details[0]?.message ?? 'Bad Idempotency-Key'))
    call.idempotencyKey = key.value
    done()
  })
}

/** SHA-256 of the body as canonical JSON (RFC 8785): the order of keys does not matter (D5). */
export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest('hex')
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different body. Make a new key for each operation; ' +
      'repeat a key only to repeat the very same request.',
  )
}

/**
 * What to say to a body that was found invalid: that its key is used up comes first (D4). Reads only, so that invalid
 * bodies take no turn to write.
 *
 * @returns `error`, or a ServiceError `idempotency_key_reused` when the scope was used with another body
 */
export async function withKeyFirst(
  options: { storage: Storage; context: ServiceContext },
  request: RecordKey & { body: unknown },
  error: ServiceError,
): Promise<ServiceError> {
  const stored = await findRecord(options.storage.db, request)
  const taken = stored !== undefined && stored.expires_at > options.context.runtime.clock.now()
  return taken && !hasFingerprint(request.body, stored.fingerprint) ? reused() : error
}

function hasFingerprint(body: unknown, expected: string): boolean {
  try {
    return fingerprint(body) === expected
  } catch {
    // Infinity (from 1e999), half a surrogate pair or great depth: no canonical form, so never one that was executed.
    return false
  }
}

/**
 * Executes an operation once for each scope and replays its answer from then on, for 24 hours of virtual time (D5).
 * Record, change, event and deliveries commit in one transaction; what throws rolls all of it back, and the key is free
 * again. Of two at once, the second waits for the first: for its turn to write on SQLite, for the record on PostgreSQL.
 *
 * @param request.scope method, path and key: the path in its canonical form, so that a retry through an alias
 * is a retry
 * @throws ServiceError `idempotency_key_reused` when the scope was used with another body
 * @throws StorageBusy when the other request takes too long
 */
export function executeOnce(
  options: { storage: Storage; context: ServiceContext },
  request: RecordKey & { fingerprint: string },
  work: (tx: Db) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { storage, context } = options
  return writeSettled(storage, async (tx) => {
    const now = context.runtime.clock.now()
    await removeExpired(tx, request, now)
    // Status 0 is seen by nobody: the record commits together with its answer.
    const record = { ...request, status: 0, body: '', created_at: now, expires_at: now + keptMs }
    if (await claimScope(tx, record)) {
      const answer = await work(tx)
      await storeAnswer(tx, request, { status: answer.status, body: context.secrets.seal(answer.body) })
      return { ...answer, replayed: false }
    }
    const stored = await findRecord(tx, request)
    if (!stored)
      throw new ServiceError('idempotency_key_in_use', 'This Idempotency-Key is in use: try again.')
    if (stored.fingerprint !== request.fingerprint) throw reused()
    return { status: stored.status, body: context.secrets.open(stored.body), replayed: true }
  })
}
