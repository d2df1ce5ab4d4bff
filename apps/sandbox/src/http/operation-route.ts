import { type OperationId, headerNames, needsIdempotencyKey, operations } from '@svc/models'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { ServiceContext } from '../service/context.ts'
import { ServiceError } from '../service/errors.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { wireText } from '../service/wire-json.ts'
import type { RecordKey } from '../storage/queries/idempotency.ts'
import { errorAnswer, errorText, jsonType } from './errors.ts'
import { type Handler, type Invocation, handlers } from './handlers.ts'
import { type StoredAnswer, executeOnce, fingerprint, withKeyFirst } from './idempotency.ts'
import { readInput } from './input.ts'
import { jsonList } from './json-list.ts'
import { writeSettled } from './write.ts'

/** Where there is no schema, there is no parameter: unknown ones are refused on every operation (D8). */
const noQuery = z.strictObject({})

const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export interface RouteOptions {
  storage: Storage
  context: ServiceContext
}

/** `/payments/{paymentId}` as Fastify writes it. */
export const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The path with its ids, whatever prefix or case it was called by. */
const canonicalPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params[name] ?? '').toLowerCase())

/** The context of one request: its deliveries carry its trace on. */
function contextOf(request: FastifyRequest, context: ServiceContext): ServiceContext {
  const traceparent = request.call?.traceparent ?? request.headers['traceparent']
  return typeof traceparent === 'string' && traceparentPattern.test(traceparent)
    ? { ...context, traceparent }
    : context
}

/** Registers one operation of the table. Hooks of the scope have checked all that comes before query and body (D4). */
export function registerOperation(
  scope: FastifyInstance,
  operationId: OperationId,
  options: RouteOptions,
): void {
  const operation: (typeof operations)[OperationId] = operations[operationId]
  const { storage } = options
  // The table is checked entry by entry; here the union of all entries stands for each of them.
  const handler = handlers[operationId] as unknown as Handler<'listPayments'>
  const querySchema = 'query' in operation ? operation.query : noQuery

  async function execute(invocation: Invocation<'listPayments'>): Promise<StoredAnswer> {
    const value = await (handler(invocation) as Promise<unknown>)
    return { status: operation.status, body: wireText(value) }
  }

  async function read(invocation: Invocation<'listPayments'>): Promise<string | Readable> {
    const result = handler(invocation)
    return Symbol.asyncIterator in result ? jsonList(result) : wireText(await result)
  }

  async function readBody(request: FastifyRequest, key: RecordKey): Promise<unknown> {
    if (!('body' in operation)) return undefined
    try {
      return readInput(operation.body, request.body)
    } catch (error) {
      // `bad_request` is the form of the body, which is looked at before the stored answer is (D5).
      if (!(error instanceof ServiceError) || error.code !== 'validation_error') throw error
      const used = { ...key, body: request.body }
      throw await withKeyFirst({ storage, context: options.context }, used, error)
    }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { call } = request
    const propertyId = call?.propertyId
    if (!call || propertyId === undefined) throw new Error(`${operationId} was reached without a property`)
    const params = request.params as Record<string, string>
    const query = readInput(querySchema, request.query)
    const context = contextOf(request, options.context)
    const path = canonicalPath(operation.path, params)
    const key = { property_id: propertyId, scope: `${operation.method} ${path} ${call.idempotencyKey}` }
    const body = await readBody(request, key)
    const invocation = {
      context,
      db: storage.db,
      propertyId,
      params,
      query,
      body,
    } as unknown as Invocation<'listPayments'>
    const inside = (db: Db) => execute({ ...invocation, db })

    void reply.status(operation.status)
    if (needsIdempotencyKey(operation)) {
      const answer = await executeOnce(
        { storage, context },
        { ...key, fingerprint: fingerprint(request.body) },
        // A 404 is the answer of an executed operation and is kept like a success; other refusals roll back (D5).
        (tx) => inside(tx).catch((error: unknown) => storable(error, request)),
      )
      call.replayed = answer.replayed
      if (answer.replayed) void reply.header(headerNames.idempotentReplayed, 'true')
      return reply.status(answer.status).type(jsonType).send(answer.body)
    }
    if (operation.method === 'DELETE') {
      await writeSettled(storage, inside)
      return reply.send()
    }
    return reply.type(jsonType).send(await read(invocation))
  }

  scope.route({
    method: operation.method,
    url: routePath(operation.path),
    config: { operationId },
    handler: handle,
  })
}

function storable(error: unknown, request: FastifyRequest): StoredAnswer {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
  const answer = errorAnswer(error, request)
  return { status: answer.status, body: errorText(answer, request.id) }
}
