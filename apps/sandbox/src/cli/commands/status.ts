import type { SandboxControl } from '@svc/control'
import { type Command, Option } from 'commander'
import { clockLine } from '../clock-line.ts'
import { envLine } from '../env-line.ts'
import { type FoundSandbox, requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, propertyFlag } from '../flags.ts'
import { print, style, visible } from '../output.ts'
import { factLines, signInLink } from '../start-banner.ts'

type Flags = ConnectionFlags & { env?: true; json?: true }

/** For whoever closed the terminal in which `serve` has said it, and for scripts. */
export function statusCommand(program: Command): void {
  connectionFlags(program.command('status'))
    .description('show where the running sandbox is, its keys, its clock and what needs a look')
    .addOption(new Option('--env', 'print SVC_URL, SVC_API_KEY … as lines of a .env file').conflicts('json'))
    .addOption(propertyFlag())
    .addOption(jsonFlag())
    .action(async (flags: Flags) => {
      const found = await withItsOwnKey(await requireSandbox(flags))
      if (flags.env) return printEnvironment(found)
      const access = await accessOf(found)
      if (flags.json) return print(JSON.stringify(access))
      return printStatus(found, access)
    })
}

/** The key that is kept here is of the first property, and of another database after an import. */
async function withItsOwnKey(found: FoundSandbox): Promise<FoundSandbox> {
  if (found.apiKey === undefined) return found
  const keys = await found.control.apiKeys.list()
  return keys.some(({ hint }) => found.apiKey?.startsWith(hint)) ? found : { ...found, apiKey: undefined }
}

/** What `serve --json` prints too. */
interface Access {
  url: string
  dashboardUrl: string | null
  propertyId: string
  /** Null where no file of this machine has it. */
  apiKey: string | null
  adminToken: string
}

async function accessOf({ url, control, adminToken, apiKey }: FoundSandbox): Promise<Access> {
  const [propertyId, hasDashboard] = await Promise.all([control.propertyId(), servesDashboard(url)])
  return {
    url,
    dashboardUrl: hasDashboard ? `${withoutSlash(url)}/dashboard` : null,
    propertyId,
    apiKey: apiKey ?? null,
    adminToken,
  }
}

async function printEnvironment({ url, control, adminToken, apiKey }: FoundSandbox): Promise<void> {
  const variables = {
    SVC_URL: withoutSlash(url),
    SVC_API_KEY: apiKey,
    SVC_PROPERTY_ID: await control.propertyId(),
    SVC_ADMIN_TOKEN: adminToken,
  }
  for (const [name, value] of Object.entries(variables))
    print(value === undefined ? `# ${name}: ${keyNowhere}` : envLine(name, value))
}

const keyNowhere = 'not kept on this machine; "npx @svc/sandbox keys create" makes one'

async function printStatus({ control }: FoundSandbox, access: Access): Promise<void> {
  const { url, dashboardUrl, propertyId, apiKey, adminToken } = access
  const [property, clock, attention] = await Promise.all([
    nameOf(control, propertyId),
    control.clock.get(),
    whatNeedsALook(control),
  ])
  print(
    factLines([
      ['Address', style('cyan', `${withoutSlash(url)}/api/v1/client`)],
      ['API reference', style('cyan', `${withoutSlash(url)}/docs`)],
      ...(dashboardUrl === null ? [] : [signInLink(dashboardUrl, adminToken)]),
      ['API key', apiKey ?? style('dim', keyNowhere)],
      ['Admin token', adminToken],
      ['Property', `${propertyId}  ${style('dim', property)}`],
      ['Clock', clockLine(clock)],
      ...attention,
    ]).join('\n'),
  )
}

async function nameOf(control: SandboxControl, propertyId: string): Promise<string> {
  const properties = await control.properties.list()
  return visible(properties.find(({ id }) => id === propertyId)?.name ?? '')
}

/** Why somebody's calls and webhooks may fail just now. */
async function whatNeedsALook(control: SandboxControl): Promise<[name: string, value: string][]> {
  const [faults, failed, dead] = await Promise.all([
    control.faults.list(),
    control.deliveries.list({ status: 'failed', limit: 1 }),
    control.deliveries.list({ status: 'dead', limit: 1 }),
  ])
  const counts = [
    ...(failed.total_count > 0
      ? [`${failed.total_count} ${failed.total_count === 1 ? 'waits' : 'wait'} for a retry`]
      : []),
    ...(dead.total_count > 0 ? [`${dead.total_count} given up`] : []),
  ]
  return [
    ...(faults.length > 0
      ? [['Faults', style('yellow', `${faults.length} set ("npx @svc/sandbox faults")`)] as [string, string]]
      : []),
    ...(counts.length > 0
      ? [
          ['Deliveries', style('yellow', `${counts.join(', ')} ("npx @svc/sandbox explain" says why)`)] as [
            string,
            string,
          ],
        ]
      : []),
  ]
}

async function servesDashboard(url: string): Promise<boolean> {
  const answer = await fetch(`${withoutSlash(url)}/dashboard`, { method: 'HEAD', redirect: 'manual' })
  return answer.status < 400
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
