import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type McpTool, refuseUnknownArguments, ToolFailure } from './tool.ts'

/** How an agent is told to use the tools. */
const instructions = `A sandbox of the property service: bookings, payments and signed webhooks, to develop and test against. Begin with
describe_sandbox. Tools that begin with client_ call the client API as a partner does; the others are the property itself,
which makes bookings, fires events and moves time. When a webhook does not arrive, ask explain_delivery. Time is virtual:
advance_clock brings retries at once, list_due shows what is due. trigger_event sends a sample event.`

/** What an agent is offered, and what it is told of any other tool. */
export interface OfferedTools {
  tools: readonly McpTool[]
  missing: (name: string) => string
}

/**
 * Offers tools over the stdin and stdout of this process (Model Context Protocol), until stdin ends. Nothing else may be
 * written to stdout.
 */
export function serveMcp(offered: OfferedTools, version: string): { close(): Promise<void> } {
  return serveStdio(() => mcpServer(offered, version))
}

/** The server of one connection. The sandbox judges arguments: it says of each bad field what is wrong with it. */
export function mcpServer({ tools, missing }: OfferedTools, version: string): Server {
  const server = new Server(
    { name: 'svc-sandbox', title: 'Property service sandbox', version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { title, ...annotations },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, missing(params.name))
    const args = params.arguments ?? {}
    try {
      refuseUnknownArguments(tool, args)
      return { content: [{ type: 'text', text: await tool.run(args, signal) }] }
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      return { isError: true, content: [{ type: 'text', text: error.message }] }
    }
  })
  return server
}
