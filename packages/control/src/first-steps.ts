import { timestamp, lazily } from '@svc/models'
import * as z from 'zod/mini'
import type { ControlOperation } from './operation.ts'

const step = (what: string) =>
  z
    .nullable(timestamp())
    .check(z.describe(`${what}: when it was first seen, on the virtual clock; null: not yet.`))

/** The first hour of an integration. */
export const firstStepsSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    key: step('The property has an API key'),
    call: step('A call of the client API was answered with 2xx'),
    endpoint: step('A webhook endpoint was registered'),
    delivery: step('A delivery arrived'),
    retry: step('A delivery was tried more than once'),
  }),
)
/** The first hour of an integration: when each step was first seen done, on the virtual clock; null: not yet. */
export type FirstSteps = {
  /** The property has an API key. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  key: string | null
  /** A call of the client API was answered with 2xx. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  call: string | null
  /** A webhook endpoint was registered. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  endpoint: string | null
  /** A delivery arrived. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  delivery: string | null
  /** A delivery was tried more than once. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  retry: string | null
}

/** What a new integrator has done. */
export const firstStepOperations = {
  getFirstSteps: {
    method: 'GET',
    path: '/properties/{propertyId}/first-steps',
    tag: 'state',
    summary: 'The first hour of an integration: which steps are done',
    description:
      'A step that was done stays done, also when its key, its request or its endpoint is gone, until the data are reset. ' +
      'It is seen by this call, and before the request log is emptied or an endpoint is removed here.',
    status: 200,
    answer: firstStepsSchema,
  },
} as const satisfies Record<string, ControlOperation>
