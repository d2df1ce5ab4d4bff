import { type ControlOperation, type ControlOperationId, controlOperations } from '@svc/control'
import { limits, noParametersSchema } from '@svc/models'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { jsonType } from '../http/errors.ts'
import { readInput } from '../http/input.ts'
import { routePath } from '../http/operation-route.ts'
import { writeSettled } from '../http/write-settled.ts'
import { getProperty } from '../service/properties.ts'
import { wireText } from '../service/wire-json.ts'
import type { Db } from '../storage/storage.ts'
import type { Control } from './context.ts'
import { type ControlCall, controlHandlers, isChange } from './handlers.ts'
import type { LiveChanges } from './live-changes.ts'
import type { LiveRequests } from './live-requests.ts'

/** Bytes of an import: an export of some hundred thousand bookings. Larger ones go through the command line. */
const importBytes = 512 * 1_048_576
const imports: ReadonlySet<ControlOperationId> = new Set(['importState', 'followImport'])

/** For streams: no proxy may hold them back. */
const unbuffered = { 'X-Accel-Buffering': 'no' }

/** Registers one operation of the table. */
export function registerControlOperation(
  scope: FastifyInstance,
  operationId: ControlOperationId,
  control: Control & { live: LiveRequests; changes: LiveChanges },
): void {
  const operation: ControlOperation = controlOperations[operationId]
  // The table is checked entry by entry; here the union of all entries stands for each of them.
  const handler = controlHandlers[operationId] as (call: ControlCall<'getBooking'>) => unknown
  const { storage, changes } = control

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = readInput(operation.query ?? noParametersSchema, request.query)
    const body = operation.body && readInput(operation.body, request.body ?? {})
    const params = request.params as Record<string, string>

    async function run(db: Db): Promise<unknown> {
      const { propertyId } = params
      const property = propertyId === undefined ? undefined : await getProperty(db, propertyId)
      const call = { ...control, db, propertyId: property?.id ?? '', params, query, body }
      return handler(call as unknown as ControlCall<'getBooking'>)
    }
    const answer = await (isChange(operationId) ? writeSettled(storage, run) : run(storage.db))

    if (operation.method !== 'GET') changes.tell(operation.tag)
    void reply.status(operation.status)
    if (answer === undefined) return reply.send()
    if (operation.stream) void reply.headers(unbuffered)
    void reply.type(operation.stream ?? jsonType)
    return reply.send(answer instanceof Readable ? answer : wireText(answer))
  }

  scope.route({
    method: operation.method,
    url: routePath(operation.path),
    // A HEAD request for a stream would wait for its end.
    exposeHeadRoute: !operation.stream,
    bodyLimit: imports.has(operationId) ? importBytes : limits.bodyBytes,
    handler: handle,
  })
}
