import type { OpenDoor } from './door.ts'
import { openDoor } from './open-door.ts'
import { pause } from './timers.ts'
import { nodeTransport, type OpenTransport } from './transport.ts'

/** Time and network of a run; tests have their own. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number
  pause(ms: number): Promise<void>
  transport: OpenTransport
  openDoor: OpenDoor
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  pause,
  transport: nodeTransport,
  openDoor,
}
