import type { JsonObject } from '@svc/models'

/** One tool as a coding agent sees it, and what it does. */
export interface McpTool {
  /** `list_bookings`; those of the client API begin with `client_`. */
  name: string
  /** One line for people. */
  title: string
  /** What it does, for the agent. */
  description: string
  /** JSON Schema of its arguments: always an object. */
  inputSchema: { type: 'object' } & JsonObject
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  /** Its kind: what `--tools` takes. */
  group: ToolGroup
  /**
   * The answer as text.
   *
   * @throws ToolFailure in words
   */
  run: (args: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<string>
}

/** The kinds of tools. */
export const toolGroups = [
  'help',
  'client',
  'properties',
  'bookings',
  'webhooks',
  'clock',
  'faults',
  'requests',
  'state',
] as const

/** A kind of tools. */
export type ToolGroup = (typeof toolGroups)[number]

/** A call that failed, in words for the agent: what went wrong, and what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** The annotations of a tool that only looks. */
export const readsOnly: McpTool['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
