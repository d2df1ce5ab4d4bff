import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { refuseUnclearVariables } from './flags.ts'
import { style } from './output.ts'

/** The command line without its commands. */
export function emptyProgram(): Command {
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

  program.hook('preAction', (_, command) => refuseUnclearVariables(command, process.env))
  // For `exec`: its own flags end where the command begins.
  return program.enablePositionalOptions()
}
