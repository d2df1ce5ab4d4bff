/** A request that came through the door. */
export interface Arrival {
  /** Milliseconds since 1970. */
  at: number
  method: string
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: Uint8Array
}

/** How a receiver answers. `hang`: not at all; `stall`: with a body that never ends. */
export type Reply =
  | { status: number; body?: string; headers?: Record<string, string>; delayMs?: number }
  | 'hang'
  | 'stall'

/** Where deliveries arrive. */
export interface Door {
  /** Its own address, without a final slash. */
  url: string
  close(): Promise<void>
}

export type OpenDoor = (options: { port: number; receive: (arrival: Arrival) => Reply }) => Promise<Door>
