import type { AnswerOf, ControlOperationId, controlOperations, ParamNames } from '@svc/control'
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { createApiKey, deleteApiKey, listApiKeys } from '../service/api-keys.ts'
import { cancelBooking, createBooking, updateBooking } from '../service/booking-changes.ts'
import { getBooking, listSortedBookings } from '../service/bookings.ts'
import { getLoggedDelivery, listLoggedDeliveries } from '../service/delivery-log.ts'
import { listDue } from '../service/due.ts'
import { ServiceError } from '../service/errors.ts'
import { getEvent, listEvents } from '../service/event-log.ts'
import { createMessage } from '../service/messages.ts'
import { getAllowedOrigins, setAllowedOrigins } from '../service/origins.ts'
import { getLoggedPayment, listAllPayments } from '../service/payment-log.ts'
import { createPayment, deletePayment, updatePayment } from '../service/payments.ts'
import { createProperty, listProperties, updateProperty } from '../service/properties.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateEndpointSecret,
  updateEndpoint,
} from '../service/webhook-endpoints.ts'
import type { WireJson } from '../service/wire-json.ts'
import type { Db } from '../storage/storage.ts'
import { advanceControlledClock, clockState, setControlledClock } from './clock-state.ts'
import type { Control } from './context.ts'
import { firstSteps, keepFirstSteps } from './first-steps.ts'
import { readInsights } from './insights.ts'
import type { LiveChanges } from './live-changes.ts'
import type { LiveRequests } from './live-requests.ts'
import { resendDeliveries, resendDelivery } from './resend.ts'
import { triggerSampleEvent } from './sample-event.ts'
import { search } from './search.ts'
import { importStream } from './import-stream.ts'
import { seedStream } from './seed-stream.ts'
import { importState, resetState, restoreSnapshot } from './state.ts'

type Table = typeof controlOperations
type Part<Id extends ControlOperationId, Name extends 'query' | 'body'> =
  Table[Id] extends Record<Name, infer Schema extends z.ZodMiniType> ? z.output<Schema> : undefined

/** A call of an operation: its context and its arguments. */
export interface ControlCall<Id extends ControlOperationId> extends Control {
  live: LiveRequests
  changes: LiveChanges
  /** The transaction in operations that change a property. */
  db: Db
  /** The property of the path, which exists; empty for operations without a property. */
  propertyId: string
  params: Record<ParamNames<Table[Id]['path']>, string>
  query: Part<Id, 'query'>
  body: Part<Id, 'body'>
}

/** Answers with a value, with stored JSON, with a stream of text, or with nothing. */
type Answer<Id extends ControlOperationId> = Table[Id] extends { answer: z.ZodMiniType }
  ? AnswerOf<Table[Id]> | WireJson<AnswerOf<Table[Id]>> | Readable
  : void
type Handler<Id extends ControlOperationId> = (call: ControlCall<Id>) => Answer<Id> | Promise<Answer<Id>>

/** Operations that change the rows of a property: each runs in its own transaction. */
const changes = {
  createProperty: ({ context, db, body }) => createProperty(context, db, body),
  updateProperty: ({ db, propertyId, body }) => updateProperty(db, propertyId, body),
  createApiKey: ({ context, db, propertyId, body }) => createApiKey(context, db, propertyId, body),
  deleteApiKey: ({ context, db, propertyId, params }) =>
    deleteApiKey(context, db, propertyId, params.apiKeyId),
  setAllowedOrigins: async ({ context, db, propertyId, body }) => ({
    origins: await setAllowedOrigins(context, db, propertyId, body.origins),
  }),

  createBooking: ({ context, db, propertyId, body }) => createBooking(context, db, propertyId, body),
  updateBooking: ({ context, db, propertyId, params, body }) =>
    updateBooking(context, db, propertyId, params.bookingId, body),
  async cancelBooking({ context, db, propertyId, params }) {
    await cancelBooking(context, db, propertyId, params.bookingId)
  },
  createPayment: ({ context, db, propertyId, body }) => createPayment(context, db, propertyId, body),
  updatePayment: ({ context, db, propertyId, params, body }) =>
    updatePayment(context, db, propertyId, params.paymentId, body),
  deletePayment: ({ db, propertyId, params }) => deletePayment(db, propertyId, params.paymentId),
  sendMessage: ({ context, db, propertyId, body }) => createMessage(context, db, propertyId, body),
  triggerEvent: ({ context, db, propertyId, body }) => triggerSampleEvent(context, db, propertyId, body),

  createWebhook: ({ context, db, propertyId, body }) => createEndpoint(context, db, propertyId, body),
  updateWebhook: ({ context, db, propertyId, params, body }) =>
    updateEndpoint(context, db, propertyId, params.endpointId, body),
  async deleteWebhook({ context, db, log, propertyId, params }) {
    // Its deliveries go with it.
    await keepFirstSteps({ db, log, propertyId, now: context.runtime.clock.now() })
    await deleteEndpoint(db, propertyId, params.endpointId)
  },
  rotateWebhookSecret: ({ context, db, propertyId, params, body }) =>
    rotateEndpointSecret(context, db, propertyId, params.endpointId, body),
} satisfies { [Id in ControlOperationId]?: Handler<Id> }

type ChangeId = keyof typeof changes

/** Operations that only read, or that make their own transactions. */
const others: { readonly [Id in Exclude<ControlOperationId, ChangeId>]: Handler<Id> } = {
  listProperties: ({ db }) => listProperties(db),
  listApiKeys: ({ db, propertyId }) => listApiKeys(db, propertyId),
  getAllowedOrigins: async ({ db, propertyId }) => ({ origins: await getAllowedOrigins(db, propertyId) }),
  listBookings: ({ db, propertyId, query }) => listSortedBookings(db, propertyId, query),
  getBooking: ({ db, propertyId, params }) => getBooking(db, propertyId, params.bookingId),
  listPayments: ({ db, propertyId, query }) => listAllPayments(db, propertyId, query),
  getPayment: ({ db, propertyId, params }) => getLoggedPayment(db, propertyId, params.paymentId),
  listEvents: ({ db, propertyId, query }) => listEvents(db, propertyId, query),
  getEvent: ({ db, propertyId, params }) => getEvent(db, propertyId, params.eventId),
  seedBookings: ({ storage, context, propertyId, body }) =>
    seedStream({ storage, context, propertyId, ...body }),

  listWebhooks: ({ db, propertyId }) => listEndpoints(db, propertyId),
  listDeliveries: ({ db, propertyId, query }) => listLoggedDeliveries(db, propertyId, query),
  getDelivery: ({ db, propertyId, params }) => getLoggedDelivery(db, propertyId, params.deliveryId),
  resendDelivery: ({ engine, db, propertyId, params }) =>
    resendDelivery(engine, db, propertyId, params.deliveryId),
  resendDeliveries: ({ engine, db, propertyId, body }) => resendDeliveries(engine, db, propertyId, body),

  getClock: ({ clock }) => clockState(clock),
  setClock: ({ clock, body }) => setControlledClock(clock, body),
  advanceClock: ({ clock, engine, storage, body }) =>
    advanceControlledClock({ clock, engine, storage, seconds: body.seconds }),

  listDue: ({ db }) => listDue(db),

  listFaults: ({ faults }) => faults.list(),
  addFault: ({ faults, body }) => faults.add(body),
  clearFaults: ({ faults }) => faults.clear(),
  removeFault({ faults, params }) {
    if (!faults.remove(params.faultId))
      throw new ServiceError('not_found', 'No fault with this id: it was cleared already.')
  },

  listRequests: ({ log, query }) => log.list(query),
  async clearRequests({ storage, clock, log }) {
    const callers = new Set(log.held().map(({ property_id }) => property_id))
    for (const propertyId of callers) {
      if (propertyId === null) continue
      await storage.write((db) => keepFirstSteps({ db, log, propertyId, now: clock.now() }))
    }
    log.clear()
  },
  followRequests: ({ live, query }) => live.follow(query),

  search: ({ db, log, propertyId, query }) => search({ db, log, propertyId, ...query }),
  getInsights: ({ db, log, clock, propertyId, query }) =>
    readInsights({ db, log, propertyId, now: clock.now(), ...query }),
  getFirstSteps: ({ storage, log, clock, propertyId }) =>
    firstSteps({ storage, log, propertyId, now: clock.now() }),
  followChanges: ({ changes: live }) => live.follow(),

  resetSandbox: resetState,
  takeSnapshot: ({ snapshots, body }) => snapshots.take(body),
  listSnapshots: ({ snapshots }) => snapshots.list(),
  restoreSnapshot: (call) => restoreSnapshot(call, call.params.snapshotId),
  deleteSnapshot: ({ snapshots, params }) => snapshots.delete(params.snapshotId),
  exportState: ({ tables, query }) => tables.export(query),
  importState: (call) => importState(call, call.body),
  followImport: (call) => importStream(call, call.body),
}

/** What each operation of the table does. One line each, because the rest is in the service. */
export const controlHandlers: { readonly [Id in ControlOperationId]: Handler<Id> } = { ...changes, ...others }

/** Whether an operation changes the rows of a property and wants a transaction. */
export const isChange = (id: ControlOperationId): boolean => Object.hasOwn(changes, id)
