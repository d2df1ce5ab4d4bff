import type * as z from 'zod/mini'
import type { QueryInput } from './fields.ts'
import { knownFields, refuseUnknown } from './known-fields.ts'
import type { AnswerOf, ControlOperation, ParamNames } from './operation.ts'
import { type ControlOperationId, controlOperations } from './operations.ts'
import type { ControlRequest, ControlTransport } from './transport.ts'

type Table = typeof controlOperations
type Params<Id extends ControlOperationId> = Record<
  Exclude<ParamNames<Table[Id]['path']>, 'propertyId'>,
  string
>
type Query<Id extends ControlOperationId> = Table[Id] extends { query: infer Schema extends z.ZodMiniType }
  ? QueryInput<Schema>
  : undefined
type Body<Id extends ControlOperationId> = Table[Id] extends { body: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : undefined

/** What a call sends. The property comes from the connection. */
export type Parts<Id extends ControlOperationId> = (keyof Params<Id> extends never
  ? unknown
  : { params: Params<Id> }) &
  (Query<Id> extends undefined ? unknown : { query?: Query<Id> | undefined }) &
  (Body<Id> extends undefined ? unknown : { body: Body<Id> }) & { signal?: AbortSignal | undefined }

/** Calls operations of the table by name. */
export interface Caller {
  /** The parsed answer. @throws ControlError */
  call<Id extends ControlOperationId>(id: Id, ...parts: PartsArgument<Id>): Promise<AnswerOf<Table[Id]>>
  /** The answer as a stream. @throws ControlError */
  open<Id extends ControlOperationId>(
    id: Id,
    ...parts: PartsArgument<Id>
  ): Promise<ReadableStream<Uint8Array>>
}
/** An optional argument when nothing is required. */
type PartsArgument<Id extends ControlOperationId> =
  object extends Parts<Id> ? [parts?: Parts<Id>] : [parts: Parts<Id>]

/** `propertyId` is asked for when a path needs it. */
export function createCaller(transport: ControlTransport, propertyId: () => Promise<string>): Caller {
  type AnyParts = {
    params?: Record<string, string>
    query?: Record<string, string | number | boolean | undefined>
    body?: unknown
    signal?: AbortSignal | undefined
  }

  async function request(id: ControlOperationId, parts: AnyParts = {}): Promise<ControlRequest> {
    const { method, path, query: querySchema, body: bodySchema }: ControlOperation = controlOperations[id]
    const { query, signal } = parts
    refuseUnknown(id, query, knownFields(querySchema))
    refuseUnknown(id, parts.body, knownFields(bodySchema))
    const params = {
      ...parts.params,
      ...(path.includes('{propertyId}') && { propertyId: await propertyId() }),
    }
    // A POST without a body sends `{}`: every POST is JSON.
    const body = parts.body ?? (method === 'POST' ? {} : undefined)
    return { method, path: fill(path, params), query, body, signal }
  }

  return {
    async call<Id extends ControlOperationId>(id: Id, ...[parts]: PartsArgument<Id>) {
      return transport.call<AnswerOf<Table[Id]>>(await request(id, parts))
    },
    async open<Id extends ControlOperationId>(id: Id, ...[parts]: PartsArgument<Id>) {
      return transport.open(await request(id, parts))
    },
  }
}

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
