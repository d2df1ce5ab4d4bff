import { hash } from 'node:crypto'
import { limits } from '@svc/models'
import canonicalize from 'canonicalize'
import type { ServiceContext } from '../service/context.ts'
import { ServiceError } from '../service/errors.ts'
import {
  type IdempotencyRow,
  type RecordKey,
  claimScope,
  findRecord,
  storeAnswer,
} from '../storage/queries/idempotency.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { writeSettled } from './write-settled.ts'

/** The answer of an executed operation: what is stored, and what goes out byte for byte again. */
export interface StoredAnswer {
  status: number
  body: string
}

const keptMs = limits.idempotencyHours * 3_600_000

/** SHA-256 of the body as canonical JSON (RFC 8785): the order of keys does not matter. */
export function fingerprint(body: unknown): string {
  return hash('sha256', canonicalize(body) ?? '')
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different body. Make a new key for each operation; ' +
      'repeat a key only to repeat the very same request.',
  )
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
 * @param request.key of the record: the property, and what the Idempotency-Key belongs to
 * @param request.body the parsed body, of which the record keeps a fingerprint
 * @param request.problem what is wrong with the body: it is thrown, unless the key is used up, which comes first
 * @param atOnce does work and record in one, where the database can; undefined: nothing was done
 * @throws ServiceError `idempotency_key_reused` when the scope was used with another body
 * @throws StorageBusy when the other request takes too long
 */
export async function executeOnce(
  options: { storage: Storage; context: ServiceContext },
  request: { key: RecordKey; body: unknown; problem: ServiceError | undefined },
  work: (tx: Db) => Promise<StoredAnswer>,
  atOnce?: (record: Omit<IdempotencyRow, 'status' | 'body'>) => Promise<StoredAnswer | undefined>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { storage, context } = options
  const { key, body, problem } = request
  const now = () => context.runtime.clock.now()
  if (problem) {
    // Reads only, so that invalid bodies take no turn to write.
    const stored = await findRecord(storage.db, key)
    const taken = stored !== undefined && stored.expires_at > now()
    throw taken && !hasFingerprint(body, stored.fingerprint) ? reused() : problem
  }
  const own = fingerprint(body)
  const recordAt = (created_at: number) => ({
    property_id: key.property_id,
    scope: key.scope,
    fingerprint: own,
    created_at,
    expires_at: created_at + keptMs,
  })
  const done = await atOnce?.(recordAt(now()))
  if (done) return { ...done, replayed: false }
  return writeSettled(storage, async (tx) => {
    // No reader sees status 0: the record commits together with its answer.
    if (await claimScope(tx, { ...recordAt(now()), status: 0, body: '' })) {
      const answer = await work(tx)
      await storeAnswer(tx, key, { status: answer.status, body: context.secrets.seal(answer.body) })
      return { ...answer, replayed: false }
    }
    const stored = await findRecord(tx, key)
    if (!stored)
      throw new ServiceError('idempotency_key_in_use', 'This Idempotency-Key is in use: try again.')
    if (stored.fingerprint !== own) throw reused()
    return { status: stored.status, body: context.secrets.open(stored.body), replayed: true }
  })
}
