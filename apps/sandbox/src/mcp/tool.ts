import { type JsonObject, nearestName } from '@svc/models'

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

/** @throws ToolFailure for an argument that the tool does not know: a misspelt filter must not find everything */
export function refuseUnknownArguments(
  { inputSchema }: McpTool,
  args: Readonly<Record<string, unknown>>,
): void {
  const known = Object.keys((inputSchema['properties'] ?? {}) as object)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = nearestName(unknown, known)
  throw new ToolFailure(
    `There is no argument "${unknown}".${meant === undefined ? '' : ` Did you mean ${meant}?`} ` +
      `This tool takes ${known.join(', ') || 'none'}.`,
  )
}

/** The annotations of a tool that only looks. */
export const readsOnly: McpTool['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
