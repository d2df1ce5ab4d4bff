import type { ControlDelivery } from '@svc/control'
import type { Command } from 'commander'
import { requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, propertyFlag } from '../flags.ts'
import { print, visible } from '../output.ts'

/** The first question of whoever integrates: why did my webhook not arrive? */
export function explainCommand(program: Command): void {
  connectionFlags(program.command('explain'))
    .description(
      'say in words why a webhook delivery failed, and what to do; without an id, the newest that failed',
    )
    .argument('[id]', 'the delivery')
    .addOption(propertyFlag())
    .action(async (id: string | undefined, flags: ConnectionFlags) => {
      const { control } = await requireSandbox(flags)
      const { explainFailures } = await import('../../mcp/explain-delivery.ts')
      const words = await explainFailures(control, remediesOf, id)
      // Receivers wrote some of it.
      print((words ?? noFailure).split('\n').map(visible).join('\n'))
    })
}

const noFailure =
  'No delivery has failed. Is one missing, nobody is subscribed to its event: "npx @svc/sandbox endpoints" shows who is.'

const remediesOf = ({ id, endpoint_id: endpoint }: ControlDelivery) => ({
  changeUrl: `npx @svc/sandbox endpoints update ${endpoint} --endpoint-url …`,
  renewSecret: `"npx @svc/sandbox endpoints rotate ${endpoint}"`,
  switchOn: `npx @svc/sandbox endpoints update ${endpoint} --is-active true`,
  resend: `"npx @svc/sandbox resend ${id}"`,
  advance: (seconds: number) => `"npx @svc/sandbox clock advance ${seconds}s"`,
})
