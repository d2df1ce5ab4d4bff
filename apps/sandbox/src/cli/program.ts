import { Command } from 'commander'
import { clockCommand } from './commands/clock.ts'
import { completionCommand, printCompletions } from './commands/completion.ts'
import { deliveriesCommand, resendCommand } from './commands/deliveries.ts'
import { execCommand } from './commands/exec.ts'
import { explainCommand } from './commands/explain.ts'
import { faultsCommand } from './commands/faults.ts'
import { listenCommand } from './commands/listen.ts'
import { mcpCommand } from './commands/mcp.ts'
import { requestsCommand } from './commands/requests.ts'
import { resourceCommands } from './commands/resources.ts'
import { seedCommand } from './commands/seed.ts'
import { serveCommand } from './commands/serve.ts'
import { stateCommands } from './commands/state.ts'
import { statusCommand } from './commands/status.ts'
import { triggerCommand } from './commands/trigger.ts'
import { emptyProgram } from './empty-program.ts'
import { addExamples } from './examples.ts'
import { pointToHelp } from './help-hints.ts'
import { style } from './output.ts'
import { serveFlags } from './serve-flags.ts'

/**
 * The whole command line.
 *
 * @param args the words of this one: what it does not name is not made in full
 */
export function buildProgram(args: readonly string[] = []): Command {
  const program = emptyProgram()
  serveCommand(program)
  execCommand(program)
  statusCommand(program)
  triggerCommand(program)
  clockCommand(program)
  resourceCommands(program, args)
  deliveriesCommand(program)
  explainCommand(program)
  resendCommand(program)
  listenCommand(program)
  requestsCommand(program)
  faultsCommand(program)
  seedCommand(program)
  stateCommands(program)
  mcpCommand(program)
  completionCommand(program)
  addExamples(program)
  pointToHelp(program)

  program.addHelpText('after', () => {
    const serve = serveFlags(new Command())
      .helpOption(false)
      .configureHelp({ styleTitle: (title) => style('bold', title) })
    const flags = serve
      .helpInformation()
      .replace(/^[\s\S]*?(?=\S*Options:)/, '')
      .replace('Options:', 'Flags of serve:')
    return `
${flags}
Every flag has an environment variable, shown with it; the flag wins. SVC_SECRET_KEY seals webhook secrets in the
database (32 characters or more; several, separated by commas: the first seals, all open).

${style('bold', 'Examples:')}
  npx @svc/sandbox --seed hostel                 a realistic property on port 4010
  npx @svc/sandbox --database :memory: --port 0 --json
  npx @svc/sandbox trigger payment.created
  npx @svc/sandbox payments create --amount 120.50 --payment-method Cash --type income
  npx @svc/sandbox clock advance 2h
  npx @svc/sandbox listen --forward-to http://127.0.0.1:3000/webhooks
  npx @svc/sandbox exec -- npm test              with SVC_URL, SVC_API_KEY, SVC_PROPERTY_ID, SVC_ADMIN_TOKEN
`
  })
  return program
}

/** What may come after the words of a command line that is being typed, for the script of a shell. */
export async function complete(typed: readonly string[]): Promise<void> {
  // Without a command it serves, so these are flags of `serve`.
  const words = typed[0]?.startsWith('-') ? ['serve', ...typed] : [...typed]
  await printCompletions(buildProgram(words), words)
}
