import { type Command, Option } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Connection } from '../../mcp/connection.ts'
import { type ToolGroup, toolGroups } from '../../mcp/tool.ts'
import { CliError } from '../errors.ts'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, flag, propertyFlag } from '../flags.ts'
import { withListChoices } from '../list-choices.ts'

type Flags = ConnectionFlags & {
  apiKey?: string
  start?: true
  seed: 'hostel' | 'empty'
  clock: 'real' | 'manual'
  tools?: ToolGroup[]
  readOnly?: true
}

/** Tools for coding agents. They talk over stdin and stdout, so this command prints nothing. */
export function mcpCommand(program: Command): void {
  connectionFlags(program.command('mcp'))
    .description(
      'offer the client and control API to a coding agent as tools (Model Context Protocol, over stdin and stdout)',
    )
    .addOption(
      flag('--api-key <key>', 'the key for the tools of the client API; otherwise found in its data folder'),
    )
    .addOption(propertyFlag())
    .option('--start', 'against a fresh sandbox in memory, which ends with the agent')
    .addOption(
      new Option('--seed <kind>', 'with --start: what is in it')
        .choices(['hostel', 'empty'])
        .default('hostel'),
    )
    .addOption(
      new Option('--clock <mode>', 'with --start: its clock').choices(['real', 'manual']).default('real'),
    )
    .addOption(
      withListChoices(
        new Option(
          '--tools <groups>',
          `only these, with commas in between: ${toolGroups.join(', ')}`,
        ).argParser(readGroups),
        toolGroups,
      ),
    )
    .option('--read-only', 'only tools that change nothing')
    .action((flags: Flags) => mcp(flags))
}

function readGroups(text: string): ToolGroup[] {
  return text.split(',').map((name) => {
    const known = toolGroups.find((group) => group === name)
    if (known) return known
    throw new CliError('usage', `--tools knows ${toolGroups.join(', ')}, not "${name}".`)
  })
}

async function mcp(flags: Flags): Promise<void> {
  // Before anything is started: an agent that is gone by then has closed its end.
  const over = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const { connection, control, close } = flags.start ? await startedOne(flags) : await runningOne(flags)
  try {
    const [{ allTools, isOffered, missingTool }, { serveMcp }] = await Promise.all([
      import('../../mcp/all-tools.ts'),
      import('../../mcp/serve-mcp.ts'),
    ])
    const offered = { groups: flags.tools, readOnly: flags.readOnly }
    const every = allTools(connection, control)
    const tools = every.filter((tool) => isOffered(tool, offered))
    const missing = (name: string) => missingTool(name, every, offered)
    const server = serveMcp({ tools, missing }, packageJson.version)
    await over
    await server.close()
  } finally {
    await close()
  }
  // A signal leaves stdin open, which would keep the process.
  process.stdin.destroy()
}

async function runningOne(flags: Flags) {
  const { url, control, adminToken, apiKey } = await requireSandbox(flags)
  const connection: Connection = {
    url: url.replace(/(?<!\/)\/+$/, ''),
    adminToken,
    apiKey: flags.apiKey ?? apiKey,
    propertyId: await control.propertyId(),
  }
  return { connection, control, close: async () => {} }
}

async function startedOne({ seed, clock }: Flags) {
  const { startSandbox } = await import('../../start/start-sandbox.ts')
  const sandbox = await startSandbox({ seed, clock })
  return { connection: sandbox satisfies Connection, control: sandbox.control, close: () => sandbox.close() }
}
