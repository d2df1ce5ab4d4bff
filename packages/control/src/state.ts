import { timestamp, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { flag, text } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { type Property, propertySchema } from './properties.ts'

/** The state after `reset`, `restore` or `import`. Keys and tokens given at start stay valid. */
export const resetResultSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    properties: z.array(propertySchema).check(z.describe('The properties now, oldest first.')),
  }),
)
/** The state after `reset`, `restore` or `import`. Keys and tokens given at start stay valid. */
export type ResetResult = {
  /** The properties now, oldest first. */
  properties: Property[]
}

/** A copy of the whole state in the sandbox's memory, for a fresh start of each test. */
export const snapshotSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Restore and delete take this id.')),
    name: z.nullable(z.string()).check(z.describe('What it was taken for; null: nothing was said.')),
    taken_at: timestamp().check(z.describe('On the virtual clock, which a restore brings back.')),
  }),
)
/** A copy of the whole state in the sandbox's memory, for a fresh start of each test. */
export type Snapshot = {
  /** Restore and delete take this id. A UUID. */
  id: string
  /** What it was taken for: `after check-in`; null: nothing was said. */
  name: string | null
  /** On the virtual clock, which a restore brings back. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  taken_at: string
}

/** The snapshots that are kept, newest first. */
export const snapshotListSchema = /* @__PURE__ */ lazily(() => z.array(snapshotSchema))

/** Body of `POST /snapshots`. */
export const snapshotInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    name: z.optional(text(100)).check(z.describe('What it is for, for people. Default: none.')),
  }),
)
/** A snapshot to take. */
export type SnapshotInput = {
  /** What it is called: `before the night audit`. Default: none. */
  name?: string | undefined
}

/** Query of `GET /export`. */
export const exportQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    secrets: z
      ._default(flag(), false)
      .check(
        z.describe('With API keys (hashed), webhook secrets and stored idempotent answers. Default false.'),
      ),
  }),
)
/** What an export carries. */
export type ExportQuery = {
  /** With API keys (hashed), webhook secrets and stored answers. @default false */
  secrets?: boolean | undefined
}

/** Everything that the sandbox holds, as one JSON document. Secrets are in it only when asked for. */
export const sandboxExportSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    format: z.literal('svc-sandbox-export'),
    version: z.literal(1),
    exported_at: timestamp().check(z.describe('On the virtual clock.')),
    secrets: z.boolean().check(z.describe('Whether secrets are in it.')),
    tables: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .check(z.describe('The rows of each table by its name.')),
  }),
)
/** Everything that the sandbox holds, as one JSON document. Secrets are in it only when asked for. */
export type SandboxExport = {
  /** Always `svc-sandbox-export`. */
  format: 'svc-sandbox-export'
  /** Version of the format: 1. */
  version: 1
  /** On the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  exported_at: string
  /** Whether secrets are in it. */
  secrets: boolean
  /** The rows of each table by its name. */
  tables: Record<string, Record<string, unknown>[]>
}

/** A line of the answer to an import that tells how far it is: progress, the state afterwards, or why it failed. */
export const importLineSchema = /* @__PURE__ */ lazily(() =>
  z.union([
    resetResultSchema,
    z.looseObject({
      done: z.int().check(z.describe('Rows written so far.')),
      rows: z.int().check(z.describe('Rows in all.')),
    }),
    z.looseObject({ error: z.string().check(z.describe('Why it failed; nothing was changed.')) }),
  ]),
)
/** A line of the answer to an import that tells how far it is, which is a stream of JSON lines. */
export type ImportLine =
  | ResetResult
  | {
      /** Rows written so far. For example 2000. */
      done: number
      /** Rows in all. For example 12000. */
      rows: number
    }
  | {
      /** Why it failed; nothing was changed. */
      error: string
    }

/** The state as a whole: reset, snapshots, export and import. */
export const stateOperations = {
  resetSandbox: {
    method: 'POST',
    path: '/reset',
    tag: 'state',
    summary: 'Bring the sandbox back to its state after the first start',
    status: 200,
    answer: resetResultSchema,
  },
  takeSnapshot: {
    method: 'POST',
    path: '/snapshots',
    tag: 'state',
    summary: 'Copy the state, clock and faults included, in memory',
    description: 'At most 100 are kept; none outlives the process.',
    body: snapshotInputSchema,
    status: 201,
    answer: snapshotSchema,
  },
  listSnapshots: {
    method: 'GET',
    path: '/snapshots',
    tag: 'state',
    summary: 'List the snapshots of this node, newest first',
    status: 200,
    answer: snapshotListSchema,
  },
  restoreSnapshot: {
    method: 'POST',
    path: '/snapshots/{snapshotId}/restore',
    tag: 'state',
    summary: 'Bring the state of a snapshot back, any number of times',
    status: 200,
    answer: resetResultSchema,
  },
  deleteSnapshot: {
    method: 'DELETE',
    path: '/snapshots/{snapshotId}',
    tag: 'state',
    summary: 'Delete a snapshot',
    status: 204,
  },
  exportState: {
    method: 'GET',
    path: '/export',
    tag: 'state',
    summary: 'Everything that the sandbox holds, as one JSON document',
    query: exportQuerySchema,
    status: 200,
    answer: sandboxExportSchema,
  },
  importState: {
    method: 'POST',
    path: '/import',
    tag: 'state',
    summary: 'Replace everything by an exported document',
    description: 'Up to 512 MiB. Endpoints that come without their secret get new ones.',
    body: sandboxExportSchema,
    status: 200,
    answer: resetResultSchema,
  },
  followImport: {
    method: 'POST',
    path: '/import/follow',
    tag: 'state',
    summary: 'Replace everything by an exported document, and tell how far it is',
    description:
      'The answer is a stream of JSON lines: `{"done":2000,"rows":12000}` now and then, the properties as the last line, ' +
      'or `{"error":"…"}`. All or nothing: closing the connection before the last line leaves everything as it was.',
    body: sandboxExportSchema,
    status: 200,
    answer: importLineSchema,
    stream: 'application/x-ndjson',
  },
} as const satisfies Record<string, ControlOperation>
