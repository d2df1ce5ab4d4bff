import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import { type Group, type Measured, median } from '../report.ts'
import { payment, post } from '../sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts'

const endpoints = 10
const payments = 300

/** Deliveries a second, and what a hung receiver costs the others. */
export async function delivering(): Promise<Group[]> {
  await using databases = await openDatabases()
  const postgres = { SVC_API_KEY: 'svc_bench', SVC_ADMIN_TOKEN: 'bench-admin-token' }
  const rates: Measured[] = []
  const measure = async (name: string, ...nodes: Record<string, string>[]) => {
    rates.push({ name, value: await deliveryRate(nodes) })
  }
  await measure('memory', { SVC_DATABASE: ':memory:' })
  await measure('SQLite file', { SVC_DATABASE: databases.file('delivering') })
  const one = { ...postgres, SVC_DATABASE: await databases.freshPostgres() }
  await measure('PostgreSQL, one node', one)
  const two = { ...postgres, SVC_DATABASE: await databases.freshPostgres() }
  await measure('PostgreSQL, two nodes', two, two)

  const note =
    'Recording, deliveries, nodes, receiver and PostgreSQL share the cores of this machine. Every attempt opens a ' +
    'connection of its own, and its result is committed.'
  const title = `deliveries of ${payments} payments to ${endpoints} endpoints, recording included`
  return [{ title, unit: '1/s', rows: rates, note }, await addedLatency()]
}

/** Deliveries a second of nodes on one database, from the first payment to the last delivery. */
async function deliveryRate(nodes: Record<string, string>[]): Promise<number> {
  await using receiver = await startChild(['src/servers/bare.ts'])
  await using stack = new AsyncDisposableStack()
  const started: SandboxProcess[] = []
  for (const env of nodes) started.push(stack.use(await startSandboxProcess(env)))
  const [sandbox] = started
  if (!sandbox) throw new Error('no node')
  for (let i = 0; i < endpoints; i++) {
    await post(sandbox, '/webhooks', { url: `${receiver.line}/webhooks`, events: ['payment.created'] })
  }
  const from = performance.now()
  for (let i = 0; i < payments; i++) await post(sandbox, '/payments', payment)
  await delivered(sandbox, payments * endpoints)
  return (payments * endpoints) / ((performance.now() - from) / 1000)
}

async function delivered({ control }: SandboxProcess, count: number): Promise<void> {
  for (;;) {
    const page = await control.deliveries.list({ status: 'delivered', limit: 1 })
    if (page.total_count >= count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Milliseconds from a request to the delivery that it causes, alone and while another receiver answers nothing. */
async function addedLatency(): Promise<Group> {
  await using sandbox = await startSandbox({ rateLimit: 'off' })
  await using inbox = await openInbox()
  await post(sandbox, '/webhooks', { url: inbox.url, events: ['payment.created'] })
  const latency = async () => {
    const times: number[] = []
    for (let i = 0; i < 100; i++) {
      const from = performance.now()
      await post(sandbox, '/payments', payment)
      await inbox.next('payment.created')
      times.push(performance.now() - from)
    }
    return median(times)
  }
  const alone = await latency()
  await using hung = await openInbox({ respond: 'hang' })
  await post(sandbox, '/webhooks', { url: hung.url, events: ['payment.created'] })
  const beside = await latency()
  const rows = [
    { name: 'alone', value: alone },
    { name: 'beside a hung receiver', value: beside },
  ]
  return { title: 'from request to delivery', unit: 'ms', rows }
}
