import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../machine/child.ts'
import { residentMb } from '../machine/memory.ts'
import { get, payment, post } from '../machine/sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../machine/sandbox-process.ts'
import { startPeers } from '../peers/start-peers.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { Kind, RowResult, Subject } from '../results/row.ts'
import type { Run } from '../run.ts'
import type { Answers } from '../servers/answers.ts'

/**
 * Load on each server before what counts, the bare one too: for as long as V8 finds out which code is worth compiling. In
 * its first second a server takes three times as long for a request as in its third.
 */
const warmUpSeconds = 3

/** A server that answers as the service does. */
interface Serving {
  name: string
  kind: Kind
  /** Address of the client API, prefix included. */
  api: string
  apiKey: string
  pid: number
}

/** Requests a second of one core, beside bare Fastify, a hand-written server and public mock servers. */
export async function serving(run: Run): Promise<RowResult[]> {
  await using stack = new AsyncDisposableStack()
  const on = run.cores.on('server')
  const file = stack.use(await startSandboxProcess(join(run.folder, 'serving.db'), { on }))
  const memory = stack.use(await startSandboxProcess(':memory:', { on }))
  const answers = await ask(file)
  const env = { BENCH_ANSWERS: join(run.folder, 'answers.json') }
  await writeFile(env.BENCH_ANSWERS, JSON.stringify(answers))

  const script = async (name: string, kind: Kind, path: string): Promise<Serving> => {
    const { line, pid } = stack.use(await startChild([path], { on, env }))
    return { name, kind, api: `${line}/api/v1/client`, apiKey: answers.apiKey, pid }
  }
  const sandbox = (name: string, { api, apiKey, pid }: SandboxProcess): Serving => ({
    name,
    kind: 'ours',
    api,
    apiKey,
    pid,
  })
  const servers = [
    await script('bare Fastify', 'bare', 'src/servers/bare.ts'),
    await script('Fastify and SQLite by hand', 'hand', 'src/servers/hand.ts'),
    sandbox('svc-sandbox, SQLite file', file),
    sandbox('svc-sandbox, memory', memory),
  ]
  const { peers, skipped } = await startPeers({ run, answers, env, stack })
  const readers = [...servers, ...peers]

  const bookings = new Map<string, string>()
  for (const server of readers) bookings.set(server.name, answers.booking.id)
  bookings.set('svc-sandbox, memory', (await ask(memory)).booking.id)

  run.say('GET one booking')
  // The quick form has the peers in one row.
  const readersOfOne = run.form === 'quick' ? servers : readers
  // The quick form has less than three minutes for all: a server that has had one row is nearly warm for the next.
  const [warmUp, nextWarmUp] = run.form === 'quick' ? [2, 1] : [warmUpSeconds, warmUpSeconds]
  const oneBooking = ({ api, name }: Serving) => ({ url: `${api}/bookings/${bookings.get(name) ?? ''}` })
  const getOne = await measure(run, readersOfOne, 32, oneBooking, warmUp)
  run.say('GET ten bookings')
  const tenBookings = ({ api, name }: Serving) => ({
    url: `${api}/bookings?${name === 'json-server' ? '_page=1&_limit=10' : name === '@emulators/core' ? 'per_page=10' : 'limit=10'}`,
  })
  const getTen = await measure(run, readers, 32, tenBookings, nextWarmUp)
  run.say('POST payment')
  const body = JSON.stringify(payment)
  const newPayment = ({ api }: Serving) => ({ url: `${api}/payments`, body })
  const postPayment = await measure(run, servers, 64, newPayment, nextWarmUp)
  const shared = run.form === 'full' ? [await sharedCommits(run, file)] : []
  // Garbage of the load is collected as soon as there is nothing else to do.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const resident = servers.map(({ name, kind, pid }): Subject => ({
    name,
    kind,
    samples: [residentMb(pid)],
  }))

  const peersNote =
    'Prism and Mockoon answer an example of the document, json-server and @emulators/core the same bookings from memory.'
  return [
    {
      id: 'get-one',
      title: 'GET one booking',
      unit: 'req/s',
      better: 'more',
      target: { value: 0.35, of: 'bare' },
      subjects: run.form === 'quick' ? getOne : [...getOne, ...skipped],
      note: `32 connections. ${peersNote}`,
    },
    {
      id: 'get-ten',
      title: 'GET ten bookings',
      unit: 'req/s',
      better: 'more',
      target: { value: 0.33, of: 'bare' },
      subjects: [...getTen, ...skipped],
      note: `32 connections. ${peersNote}`,
    },
    {
      id: 'post-payment',
      title: 'POST payment, nobody subscribed',
      unit: 'req/s',
      better: 'more',
      target: { value: 0.2, of: 'bare' },
      subjects: postPayment,
      note: '64 connections. On disk before the answer (synchronous=FULL), but for bare Fastify and memory.',
    },
    ...shared,
    {
      id: 'resident-memory',
      title: 'Resident memory after the load',
      unit: 'MB',
      better: 'less',
      target: { value: 200, of: 'figure' },
      subjects: resident,
      // More load, more in the caches.
      scale: `${run.rounds} × ${run.seconds} s`,
      note: 'Two seconds after the last request.',
    },
  ]
}

/** What sharing a commit is worth: with `synchronous=FULL` each waits for the disk. */
async function sharedCommits({ load, seconds, rounds }: Run, sandbox: SandboxProcess): Promise<RowResult> {
  const pay = {
    url: `${sandbox.api}/payments`,
    headers: { 'X-API-Key': sandbox.apiKey },
    body: JSON.stringify(payment),
  }
  const contenders = [1, 8, 64].map((connections): Contender => ({
    name: `${connections} at once`,
    kind: 'ours',
    measure: () => load.run(pay, { connections, seconds }),
  }))
  return {
    id: 'shared-commits',
    title: 'POST payment into an SQLite file',
    unit: 'req/s',
    better: 'more',
    subjects: await interleave(contenders, { rounds }),
  }
}

/** What the service answers, for the others to answer the same. */
async function ask(sandbox: SandboxProcess): Promise<Answers> {
  const page = JSON.parse(await get(sandbox, '/bookings?limit=10')) as Answers['page']
  const [booking] = page.results
  if (!booking) throw new Error('The hostel has no bookings')
  const recorded = JSON.parse(await post(sandbox, '/payments', payment)) as Answers['payment']
  return { apiKey: sandbox.apiKey, booking, page, payment: recorded }
}

function measure(
  { load, seconds, rounds }: Run,
  servers: Serving[],
  connections: number,
  what: (server: Serving) => { url: string; body?: string },
  warmUp: number,
): Promise<Subject[]> {
  const contenders = servers.map((server): Contender => ({
    name: server.name,
    kind: server.kind,
    measure: () =>
      load.run({ headers: { 'X-API-Key': server.apiKey }, ...what(server) }, { connections, seconds }),
  }))
  return interleave(contenders, { rounds, warmUp: Math.ceil(warmUp / seconds) })
}
