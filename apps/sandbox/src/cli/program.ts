import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { clockCommand } from './commands/clock.ts'
import { completionCommand, printCompletions } from './commands/completion.ts'
import { deliveriesCommand, resendCommand } from './commands/deliveries.ts'
import { execCommand } from './commands/exec.ts'
import { faultsCommand } from './commands/faults.ts'
import { listenCommand } from './commands/listen.ts'
import { mcpCommand } from './commands/mcp.ts'
import { requestsCommand } from './commands/requests.ts'
import { resourceCommands } from './commands/resources.ts'
import { seedCommand } from './commands/seed.ts'
import { serveCommand } from './commands/serve.ts'
import { stateCommands } from './commands/state.ts'
import { triggerCommand } from './commands/trigger.ts'
import { addExamples } from './examples.ts'
import { dropNegativeVariables } from './flags.ts'
import { style } from './output.ts'
import { serveFlags } from './serve-flags.ts'

/**
 * The whole command line.
 *
 * @param args the words of this one: what it does not name is not made in full
 */
export function buildProgram(args: readonly string[] = []): Command {
  const program = new Command('svc-sandbox')
    .description(
      'The property service as a server: bookings, payments and signed webhooks, to develop and test against.',
    )
    .usage('[command] [flags]')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('(npx @svc/sandbox --help lists commands and flags)')
    .configureHelp({ styleTitle: (title) => style('bold', title), showGlobalOptions: false })

  // For `exec`: its own flags end where the command begins.
  program.enablePositionalOptions()

  serveCommand(program)
  execCommand(program)
  triggerCommand(program)
  clockCommand(program)
  resourceCommands(program, args)
  deliveriesCommand(program)
  resendCommand(program)
  listenCommand(program)
  requestsCommand(program)
  faultsCommand(program)
  seedCommand(program)
  stateCommands(program)
  mcpCommand(program)
  completionCommand(program)
  addExamples(program)

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
async function complete(typed: readonly string[]): Promise<void> {
  // Without a command it serves, so these are flags of `serve`.
  const words = typed[0]?.startsWith('-') ? ['serve', ...typed] : [...typed]
  await printCompletions(buildProgram(words), words)
}

/** Runs one command line. Without a command it serves. */
export async function runProgram(args: readonly string[]): Promise<void> {
  if (args[0] === 'complete' && args[1] === '--') return complete(args.slice(2))
  const program = buildProgram(args)
  dropNegativeVariables(program, process.env)
  const named = args[0] === 'serve' || !serves(args)
  await program.parseAsync(named ? [...args] : ['serve', ...args], { from: 'user' })
}

/** Whether a command line starts the server: it names `serve`, or no command. */
export function serves([first]: readonly string[]): boolean {
  if (first === undefined || first === 'serve') return true
  return first.startsWith('-') && !/^(-h|--help|-V|--version)$/.test(first)
}
