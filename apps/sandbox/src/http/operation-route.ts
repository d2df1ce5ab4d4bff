// oxlint-disable typescript/no-unnecessary-type-parameters -- inside the functions, Id ties a handler to its own
// operation
import {
  type Operation,
  type OperationId,
  headerNames,
  needsIdempotencyKey,
  noParametersSchema,
  operations,
} from '@svc/models'
import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { ServiceContext } from '../service/context.ts'
import { ServiceError } from '../service/errors.ts'
import { wireText } from '../service/wire-json.ts'
import type { RecordKey } from '../storage/queries/idempotency.ts'
import type { Storage } from '../storage/storage.ts'
import { type Call, callOf } from './call.ts'
import { errorAnswer, errorText, jsonType } from './errors.ts'
import { type HeldAnswers, canBeHeld, heldKey } from './held-answers.ts'
import { type Handler, type HandlerAtOnce, type Invocation, handlers, handlersAtOnce } from './handlers.ts'
import { type StoredAnswer, executeOnce } from './idempotency.ts'
import { checkInput, checkTexts, readInput } from './input.ts'
import { jsonList } from './json-list.ts'
import { requestContext } from './request-context.ts'
import { writeSettled } from './write-settled.ts'

/** `/payments/{paymentId}` as Fastify writes it. */
export const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

export interface OperationRouteOptions {
  storage: Storage
  context: ServiceContext
  answers: HeldAnswers
}

/** One operation of the table, as a route. Guards have checked all that comes before query and body. */
export function operationRoute<Id extends OperationId>(id: Id, options: OperationRouteOptions): RouteOptions {
  const operation: Operation = operations[id]
  return {
    method: operation.method,
    url: routePath(operation.path),
    config: { operationId: id },
    handler: handlerOf(id, operation, options),
  }
}

function handlerOf<Id extends OperationId>(
  id: Id,
  operation: Operation,
  options: OperationRouteOptions,
): RouteHandlerMethod {
  if (operation.method === 'GET') return (canBeHeld(id) ? readingHeld : reading)(id, operation, options)
  if (needsIdempotencyKey(operation)) return executing(id, operation, options)
  return removing(id, operation, options)
}

/** GET: answers with the value, or with a long list page by page. */
function reading<Id extends OperationId>(
  id: Id,
  operation: Operation,
  options: OperationRouteOptions,
): RouteHandlerMethod {
  const handler: Handler<Id> = handlers[id]
  return async function read(request, reply) {
    const invocation = invocationOf<Id>(operation, request, options)
    const result = handler(invocation)
    const text = Symbol.asyncIterator in result ? await jsonList(result) : wireText(await result)
    return reply.status(operation.status).type(jsonType).send(text)
  }
}

/** GET of what can be held: the answer stays in memory until something of it changes. */
function readingHeld<Id extends OperationId>(
  id: Id,
  operation: Operation,
  options: OperationRouteOptions,
): RouteHandlerMethod {
  const handler: Handler<Id> = handlers[id]
  return async function readHeld(request, reply) {
    const invocation = invocationOf<Id>(operation, request, options)
    const key = heldKey(invocation.propertyId, request.url)
    const { route } = callOf(request)
    const held = await options.answers.load(key, async () => {
      return { text: wireText(await handler(invocation)), operationId: id, route }
    })
    return reply.status(operation.status).type(jsonType).send(held?.text)
  }
}

/** DELETE: a second call is harmless, so it needs no key. */
function removing<Id extends OperationId>(
  id: Id,
  operation: Operation,
  options: OperationRouteOptions,
): RouteHandlerMethod {
  const handler: Handler<Id> = handlers[id]
  return async function remove(request, reply) {
    const invocation = invocationOf<Id>(operation, request, options)
    await writeSettled(options.storage, async (tx) => void (await handler({ ...invocation, db: tx })))
    return reply.status(operation.status).send()
  }
}

/** POST and PATCH: executed once for each Idempotency-Key, and answered from the record from then on. */
function executing<Id extends OperationId>(
  id: Id,
  operation: Operation,
  options: OperationRouteOptions,
): RouteHandlerMethod {
  const handler: Handler<Id> = handlers[id]
  const atOnce: HandlerAtOnce<Id> | undefined = handlersAtOnce[id]
  return async function execute(request, reply) {
    const call = callOf(request)
    const invocation = invocationOf<Id>(operation, request, options)
    const input = operation.body ? checkInput(operation.body, request.body) : checkTexts(request.body)
    const executed = await executeOnce(
      options,
      { key: keyOf(operation, request, call), body: request.body, problem: input.problem },
      async (tx) => {
        try {
          const body = input.value as Invocation<Id>['body']
          const value = await handler({ ...invocation, body, db: tx })
          return { status: operation.status, body: wireText(value) }
        } catch (error) {
          return storable(error, request)
        }
      },
      atOnce &&
        (async (record) => {
          const body = input.value as Invocation<Id>['body']
          const { status } = operation
          const made = await atOnce({ ...invocation, body }, Object.assign(record, { status }))
          return made && { status, body: made.json }
        }),
    )
    call.replayed = executed.replayed
    if (executed.replayed) void reply.header(headerNames.idempotentReplayed, 'true')
    return reply.status(executed.status).type(jsonType).send(executed.body)
  }
}

/** What path and query say about a call. Operations with a body read it themselves. */
function invocationOf<Id extends OperationId>(
  operation: Operation,
  request: FastifyRequest,
  options: OperationRouteOptions,
): Invocation<Id> {
  const { propertyId } = callOf(request)
  if (propertyId === undefined)
    throw new Error(`${operation.method} ${operation.path} was reached without a property`)
  return {
    context: requestContext(request, options.context),
    db: options.storage.db,
    propertyId,
    params: request.params as Invocation<Id>['params'],
    query: readQuery(operation, request) as Invocation<Id>['query'],
    body: undefined as Invocation<Id>['body'],
  }
}

function readQuery(operation: Operation, { query }: FastifyRequest): unknown {
  if (operation.query) return readInput(operation.query, query)
  // Most requests have none: looking is cheaper than a schema.
  for (const _ in query as object) return readInput(noParametersSchema, query)
  return {}
}

/**
 * Method, path and key in the property: the path with its ids, so that a retry through an alias or in other letters is
 * a retry.
 */
function keyOf(operation: Operation, request: FastifyRequest, call: Call): RecordKey {
  return {
    property_id: call.propertyId ?? '',
    scope: `${operation.method} ${pathOf(operation, request)} ${call.idempotencyKey}`,
  }
}

function pathOf({ path }: Operation, request: FastifyRequest): string {
  if (!path.includes('{')) return path
  const params = request.params as Record<string, string>
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params[name] ?? '').toLowerCase())
}

/** A 404 is the answer of an executed operation and is kept like a success; other refusals roll back. */
function storable(error: unknown, request: FastifyRequest): StoredAnswer {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
  const answer = errorAnswer(error, request)
  return { status: answer.status, body: errorText(answer, request.id) }
}
