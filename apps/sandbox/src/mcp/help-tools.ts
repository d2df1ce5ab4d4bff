import { ControlError, type SandboxControl } from '@svc/control'
import type { Connection } from './connection.ts'
import { explainedAtOnce, explainFailures, toolRemedies } from './explain-delivery.ts'
import { controlFailureWords } from './failure-words.ts'
import { type McpTool, readsOnly, ToolFailure } from './tool.ts'

/** Tools that are no operation: what an agent asks first, and what it asks when something went wrong. */
export function helpTools(connection: Connection, control: SandboxControl): McpTool[] {
  return ownTools(connection, control).map((tool) => ({
    ...tool,
    run: async (args) => {
      try {
        return await tool.run(args)
      } catch (error) {
        if (!(error instanceof ControlError)) throw error
        throw new ToolFailure(controlFailureWords(connection.url, error), { cause: error })
      }
    },
  }))
}

function ownTools({ url, apiKey, propertyId }: Connection, control: SandboxControl): McpTool[] {
  return [
    {
      name: 'describe_sandbox',
      title: 'Where the sandbox is, and how it stands',
      description:
        'Address, API key and property for the code that you write, the virtual clock, webhook endpoints, faults, and how many ' +
        'deliveries have failed. Call it first.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: readsOnly,
      group: 'help',
      run: async () => {
        const [clock, endpoints, faults, failed, dead] = await Promise.all([
          control.clock.get(),
          control.webhooks.list(),
          control.faults.list(),
          control.deliveries.list({ status: 'failed', limit: 1 }),
          control.deliveries.list({ status: 'dead', limit: 1 }),
        ])
        return JSON.stringify({
          client_api: `${url}/api/v1/client`,
          reference: `${url}/openapi.json`,
          environment: { SVC_URL: url, SVC_API_KEY: apiKey ?? null, SVC_PROPERTY_ID: propertyId },
          clock,
          endpoints: endpoints.map((one) => ({
            id: one.id,
            url: one.url,
            events: one.events,
            is_active: one.is_active,
          })),
          faults_set: faults.length,
          deliveries: { waiting_for_a_retry: failed.total_count, given_up: dead.total_count },
        })
      },
    },
    {
      name: 'explain_delivery',
      title: 'Why a delivery failed, in words',
      description:
        'Every attempt of a webhook delivery: what happened, why it failed, when the next one is due and what to do about it. ' +
        `Without an id: the ${explainedAtOnce} newest deliveries that have failed or were given up.`,
      inputSchema: {
        type: 'object',
        properties: {
          deliveryId: { type: 'string', format: 'uuid', description: 'Default: the newest that failed.' },
        },
        additionalProperties: false,
      },
      annotations: readsOnly,
      group: 'help',
      run: async ({ deliveryId }) => {
        if (deliveryId !== undefined && typeof deliveryId !== 'string')
          throw new ToolFailure('deliveryId is a text: the id of a delivery.')
        return (await explainFailures(control, () => toolRemedies, deliveryId)) ?? 'No delivery has failed.'
      },
    },
  ]
}
