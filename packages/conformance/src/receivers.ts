import type { Arrival, Reply } from './door.ts'
import type { Runtime } from './runtime.ts'
import { Violation } from './verdict.ts'

/** The receiver of one endpoint. */
export interface Receiver {
  readonly url: string
  readonly arrived: readonly Arrival[]
  /** How the next deliveries are answered. */
  reply: (arrival: Arrival, nth: number) => Reply
  /**
   * Waits until so many have come.
   *
   * @throws Violation when they do not within `seconds`
   */
  wait(count: number, seconds: number, what: string): Promise<void>
}

/** Opens receivers of their own paths behind one door. */
export interface Receivers {
  open(): Receiver
  close(): Promise<void>
}

/**
 * @param options.publicUrl what the server reaches the door by. @default its own address
 */
export async function openReceivers(options: {
  runtime: Runtime
  port: number
  publicUrl: string | undefined
}): Promise<Receivers> {
  const { runtime, port } = options
  const paths = new Map<string, { arrived: Arrival[]; receiver: Receiver }>()
  const door = await runtime.openDoor({
    port,
    receive(arrival) {
      const known = [...paths].find(([path]) => arrival.path.split('?')[0]?.endsWith(path))?.[1]
      if (!known) return { status: 410 }
      known.arrived.push(arrival)
      return known.receiver.reply(arrival, known.arrived.length)
    },
  })
  const base = (options.publicUrl ?? door.url).replace(/(?<!\/)\/+$/, '')
  return {
    open() {
      const path = `/svc-conformance-${paths.size + 1}`
      const arrived: Arrival[] = []
      const receiver: Receiver = {
        url: base + path,
        arrived,
        reply: () => ({ status: 204 }),
        async wait(count, seconds, what) {
          const until = runtime.now() + seconds * 1_000
          // The time of arrival is kept, so a long wait may look seldom.
          const longest = Math.max(250, seconds * 10)
          for (let step = 5; arrived.length < count; step = Math.min(step * 2, longest)) {
            const left = until - runtime.now()
            if (left <= 0) {
              throw new Violation(
                `${what}: ${arrived.length} of ${count} deliveries came within ${seconds} s`,
              )
            }
            await runtime.pause(Math.min(step, left))
          }
        },
      }
      paths.set(path, { arrived, receiver })
      return receiver
    },
    close: () => door.close(),
  }
}
