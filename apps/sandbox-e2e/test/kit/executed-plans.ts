import { Client } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { lookAtPostgres } from './looked-at.ts'

/** A statement as PostgreSQL has run it, also one that it ran itself to check a reference. */
export interface ExecutedPlan {
  text: string
  /** Every table, or part of one, that was read or written: what a plan holds and does not come to is not among them. */
  touched: string[]
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: PlanNode[]
}

const settings = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'notice',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Has PostgreSQL tell the plan of every statement that this process sends to this database from now on, on connections
 * that are opened from now on. The plans are those that were executed, with what their execution has left out.
 */
export async function recordPlans(database: string): Promise<ExecutedPlan[]> {
  const name = new URL(database).pathname.slice(1)
  const { change } = lookAtPostgres(database)
  for (const [setting, value] of Object.entries(settings)) {
    await change(`alter database ${name} set ${setting} = '${value}'`)
  }
  const plans: ExecutedPlan[] = []
  const emit = Client.prototype.emit
  const spy = vi.spyOn(Client.prototype, 'emit').mockImplementation(function (
    this: Client,
    event,
    ...values
  ) {
    if (event === 'notice') take((values[0] as { message?: string }).message ?? '')
    return emit.call(this, event, ...values)
  } as typeof emit)
  onTestFinished(() => spy.mockRestore())

  function take(message: string): void {
    const [, json] = /^duration: \S+ ms {2}plan:\n([^]*)$/.exec(message) ?? []
    if (json === undefined) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    plans.push({ text, touched: relations(plan) })
  }
  return plans
}

function relations(node: PlanNode): string[] {
  const own = node['Relation Name']
  const here = own !== undefined && (node['Actual Loops'] ?? 0) > 0 ? [own] : []
  return [...here, ...(node.Plans ?? []).flatMap(relations)]
}
