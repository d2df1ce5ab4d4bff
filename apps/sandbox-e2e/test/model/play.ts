import type { Delivery } from '@svc/models'
import type { Answer } from '../../../sandbox/test/kit/index.ts'
import { checkHistory, checkLog, checkPosts } from './check-deliveries.ts'
import { attempted, chanceOf, differs, isLost, ordersOf, same, sharesKey } from './compare.ts'
import { operate, type OperatorStep } from './operate.ts'
import { requestOf, sent } from './resolve.ts'
import type { Request } from './reference/client-api.ts'
import { advance, isDue, settle } from './reference/events.ts'
import { iso, newProperty, newWorld, type Property, type World } from './reference/world.ts'
import type { Receivers } from './receivers.ts'
import type { CallStep, Step } from './script.ts'
import type { Node, Subject } from './subject.ts'

/** Thrown when the service does what no order of the steps explains. */
class Disagreement extends Error {}

/** Plays a script on a new property of the servers and on the reference, and compares all that can be seen. */
export async function play(subject: Subject, receivers: Receivers, script: readonly Step[]): Promise<void> {
  const player = new Player(subject, receivers)
  try {
    await player.start()
    for (const [at, step] of script.entries()) {
      try {
        await player.step(step)
      } catch (error) {
        throw new Disagreement(`step ${at} (${step.do}): ${(error as Error).message}`, { cause: error })
      }
    }
    await player.end()
  } finally {
    await player.clear()
  }
}

class Player {
  readonly #subject: Subject
  readonly #receivers: Receivers
  readonly #keys: string[] = []
  /** Whether faults may be set. */
  #faulty = false
  /** What may be true: more than one after a race that nobody has looked at. Never empty. */
  #worlds: World[] = []

  constructor(subject: Subject, receivers: Receivers) {
    this.#subject = subject
    this.#receivers = receivers
  }

  async start(): Promise<void> {
    const { now } = await this.#node(0).control.clock.get()
    this.#worlds = [newWorld(Date.parse(now), this.#subject.nodes.length)]
    this.#receivers.take()
  }

  #node(index: number): Node {
    const { nodes } = this.#subject
    return nodes[index % nodes.length]!
  }

  get #world(): World {
    return this.#worlds[0]!
  }

  /** Properties are made when a script first names them. */
  async #property(index: number): Promise<Property> {
    const { control } = this.#node(0)
    while (this.#world.properties.length <= index) {
      const { id } = await control.properties.create({ name: 'A hostel' })
      this.#keys.push((await control.property(id).apiKeys.create()).key)
      for (const world of this.#worlds) world.properties.push(newProperty(id))
    }
    return this.#world.properties[index]!
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        await this.#call(step)
        break
      case 'race':
        await this.#race(step.calls)
        break
      case 'kill':
        await this.#kill(step)
        break
      case 'advance':
        return this.#advance(step.seconds)
      case 'restart':
        await this.#subject.restart()
        // They live in memory.
        await this.#clearFaults()
        break
      case 'clear faults':
        await this.#clearFaults()
        break
      default:
        await this.#operate(step)
    }
    await this.#settle()
  }

  /** Until what is due has been attempted: here and there alike, time goes on only then. */
  async #settle(): Promise<void> {
    if (!this.#worlds.some(isDue)) return
    await this.#node(0).control.clock.advance(0)
    for (const world of this.#worlds) settle(world)
  }

  async #advance(seconds: number): Promise<void> {
    const { attempts, now } = await this.#node(0).control.clock.advance(seconds)
    this.#keep((world) => {
      const made = advance(world, Math.round(seconds * 1_000))
      return same({ attempts, now }, { attempts: made, now: iso(world.now) })
    })
    // Another node hears of it a moment later.
    for (const { control } of this.#subject.nodes.slice(1)) {
      while ((await control.clock.get()).now !== now);
    }
  }

  async #clearFaults(): Promise<void> {
    if (!this.#faulty) return
    this.#faulty = false
    for (const { control } of this.#subject.nodes) await control.faults.clear()
    for (const world of this.#worlds) {
      world.deliveryFaults = []
      world.faults = world.faults.map(() => [])
    }
  }

  /** Keeps the worlds that explain what was seen. */
  #keep(explains: (world: World) => string | undefined): void {
    const reasons: string[] = []
    const kept = this.#worlds.filter((world) => {
      const reason = explains(world)
      if (reason !== undefined) reasons.push(reason)
      return reason === undefined
    })
    if (kept.length === 0) throw new Disagreement(reasons[0])
    this.#worlds = kept
  }

  async #call(step: CallStep): Promise<void> {
    await this.#property(step.property)
    // What is about to vanish is looked at before.
    if (step.what === 'delete endpoint') await this.look()
    const request = requestOf(step, this.#world, this.#receivers.url)
    const answers = [await this.#send(request, step)]
    // What was lost on its way is asked for again, as callers do: so what was chosen in it becomes known.
    for (let last = answers[0]; isLost(last) && request.idempotencyKey && answers.length < 6;) {
      last = await this.#send(request, step)
      answers.push(last)
    }
    const chance = chanceOf(answers.at(-1))
    this.#keep((world) => {
      for (const got of answers) {
        const reason = differs(attempted(world, request, chance), got)
        if (reason !== undefined) return reason
      }
      return undefined
    })
    const last = answers.at(-1)
    if (step.what === 'list deliveries' && last?.status === 200) {
      const { property } = step
      const endpointId = request.path.split('/')[2]?.toLowerCase() ?? ''
      const listed = last.json as Delivery[]
      this.#keep((world) => checkHistory(world.properties[property]!, endpointId, listed))
    }
  }

  async #send(request: Request, step: CallStep): Promise<Answer | undefined> {
    const call = sent(request, this.#keys[request.property] ?? '', step.flaw)
    // A connection that ends before its answer is one of the things that are expected.
    return this.#node(request.node)
      .send(request.method, call.path, call.options)
      .catch(() => undefined)
  }

  async #race(steps: readonly CallStep[]): Promise<void> {
    for (const { property } of steps) await this.#property(property)
    // Which call a fault would hit is nobody's business.
    await this.#clearFaults()
    const requests = steps.map((step) => requestOf(step, this.#world, this.#receivers.url))
    const answers = await Promise.all(requests.map((request, index) => this.#send(request, steps[index]!)))
    const chances = answers.map(chanceOf)
    const found = new Map<string, World>()
    let reason: string | undefined
    for (const before of this.#worlds) {
      for (const order of ordersOf(requests.map((_, index) => index))) {
        const world = structuredClone(before)
        world.races += 1
        let wrong: string | undefined
        for (const index of order) {
          // The other with this key had not ended: nothing was done (D5).
          if (answers[index]?.status === 409 && sharesKey(requests, index)) continue
          const reply = attempted(world, requests[index]!, chances[index]!, world.races)
          wrong = differs(reply, answers[index])
          if (wrong !== undefined) break
        }
        if (wrong === undefined) found.set(JSON.stringify(world), world)
        else reason ??= wrong
      }
    }
    if (found.size === 0) throw new Disagreement(`no order explains the answers; in the first, ${reason}`)
    this.#worlds = [...found.values()]
  }

  /** `kill -9` while a call is under way: after its retry it has happened once, whenever the process died. */
  async #kill({ call, afterMs }: Extract<Step, { do: 'kill' }>): Promise<void> {
    const { kill } = this.#subject
    if (!kill) return this.#call(call)
    await this.#property(call.property)
    await this.#clearFaults()
    const request = requestOf(call, this.#world, this.#receivers.url)
    const first = this.#send(request, call)
    await kill(request.node, afterMs)
    const answers = [await first, await this.#send(request, call)]
    await this.#clearFaults()
    const chance = chanceOf(answers[1])
    const explained: World[] = []
    let reason: string | undefined
    for (const before of this.#worlds) {
      for (const executed of [true, false]) {
        const world = structuredClone(before)
        const wrongAtFirst =
          executed || answers[0] ? differs(attempted(world, request, chance), answers[0]) : undefined
        // An answer that was lost says nothing of what it was.
        const wrong = answers[0] ? wrongAtFirst : differs(attempted(world, request, chance), answers[1])
        if (wrong === undefined) explained.push(mayRepeat(world))
        else reason ??= wrong
      }
    }
    if (explained.length === 0) throw new Disagreement(`neither happened nor not: ${reason}`)
    this.#worlds = [...new Map(explained.map((world) => [JSON.stringify(world), world])).values()]
  }

  /** What is done beside the client API. */
  async #operate(step: OperatorStep): Promise<void> {
    const property = await this.#property(step.property)
    if (step.do === 'fault' || step.do === 'fault deliveries') this.#faulty = true
    await operate(step, {
      property,
      now: this.#world.now,
      control: this.#node(0).control.property(property.id),
      nodes: this.#subject.nodes,
      receivers: this.#receivers,
      keep: (explains) => this.#keep((world) => explains(world, world.properties[step.property]!)),
      look: () => this.look(),
    })
  }

  /** Compares every delivery, attempt and POST of every property. */
  async look(): Promise<void> {
    for (const [index, { id }] of this.#world.properties.entries()) {
      const control = this.#node(index + 1).control.property(id)
      const { results, total_count } = await control.deliveries.list({ limit: 100 })
      if (total_count > 100) throw new Error('a script made more deliveries than one page shows')
      this.#keep((world) => {
        const { endpoints, deliveries } = world.properties[index]!
        if (results.length !== deliveries.length)
          return `${results.length} deliveries; expected ${deliveries.length}`
        for (const endpoint of endpoints) {
          const own = results.filter(({ endpoint_id }) => endpoint_id === endpoint.id)
          const wrong = checkLog(world.properties[index]!, endpoint.id, own)
          if (wrong !== undefined) return wrong
        }
        return undefined
      })
    }
  }

  /** The last look, and at what the receivers got. */
  async end(): Promise<void> {
    await this.look()
    const arrived = this.#receivers.take()
    this.#keep((world) => checkPosts(world, arrived))
  }

  /** Leaves the servers as the next script wants them: no waiting deliveries, no faults. */
  async clear(): Promise<void> {
    await this.#clearFaults()
    for (const { id } of this.#worlds[0]?.properties ?? []) {
      const control = this.#node(0).control.property(id)
      for (const endpoint of await control.webhooks.list()) await control.webhooks.delete(endpoint.id)
    }
  }
}

/** An attempt that was cut off is made again: at most one POST too many of what was waiting. */
function mayRepeat(world: World): World {
  for (const { deliveries } of world.properties)
    for (const delivery of deliveries) if (delivery.next !== null) delivery.cutOff += 1
  return world
}
