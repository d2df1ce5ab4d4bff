import { controlOpenapi, type SandboxControl } from '@svc/control'
import { openapi } from '@svc/models'
import { apiTools } from './api-tools.ts'
import type { Connection } from './connection.ts'
import { helpTools } from './help-tools.ts'
import type { McpTool, ToolGroup } from './tool.ts'

/** Which tools are offered. */
export interface Offered {
  /** @default all of them */
  groups?: readonly ToolGroup[] | undefined
  /** Only those that change nothing. @default false */
  readOnly?: boolean | undefined
}

/** Every tool: those of both operation tables, and a few that agents need besides. */
export function allTools(
  connection: Connection,
  control: SandboxControl,
  { groups, readOnly }: Offered = {},
): McpTool[] {
  return [
    ...helpTools(connection, control),
    ...apiTools('client', openapi(), connection),
    ...apiTools('control', controlOpenapi(), connection),
  ].filter(
    ({ group, annotations }) =>
      (groups === undefined || groups.includes(group)) && (!readOnly || annotations.readOnlyHint),
  )
}
