import { controlOpenapi, type SandboxControl } from '@svc/control'
import { nearestName, openapi } from '@svc/models'
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
export function allTools(connection: Connection, control: SandboxControl): McpTool[] {
  return [
    ...helpTools(connection, control),
    ...apiTools('client', openapi(), connection),
    ...apiTools('control', controlOpenapi(), connection),
  ]
}

/** Whether an agent is shown a tool. */
export const isOffered = (tool: McpTool, offered: Offered): boolean =>
  whyNotOffered(tool, offered) === undefined

function whyNotOffered({ group, annotations }: McpTool, { groups, readOnly }: Offered): string | undefined {
  if (groups !== undefined && !groups.includes(group))
    return `with --tools ${groups.join(',')}, and it is of "${group}"`
  return readOnly && !annotations.readOnlyHint ? 'with --read-only, and it changes something' : undefined
}

/** Tells an agent that calls a tool which it was not shown. One that is kept from it is no misspelling. */
export function missingTool(name: string, every: readonly McpTool[], offered: Offered): string {
  const hidden = every.find((tool) => tool.name === name)
  const why = hidden && whyNotOffered(hidden, offered)
  if (why) return `There is no tool "${name}" here: this server was started ${why}.`
  const shown = every.filter((tool) => isOffered(tool, offered))
  const meant = nearestName(
    name,
    shown.map((tool) => tool.name),
  )
  return `There is no tool "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}
