import { SvcError, type SvcErrorInit } from './svc-error.ts'

/** A time limit ran out, be it while connecting, waiting, or reading the body. */
export class TimeoutError extends SvcError {
  static {
    this.prototype.name = 'TimeoutError'
  }

  /** `attempt`: `timeoutMs` of the last try. `total`: `totalTimeoutMs` of the whole call. */
  readonly scope: 'attempt' | 'total'
  /** The limit that ran out, in milliseconds. */
  readonly limitMs: number

  constructor(message: string, init: SvcErrorInit & { scope: 'attempt' | 'total'; limitMs: number }) {
    super(message, init)
    this.scope = init.scope
    this.limitMs = init.limitMs
  }

  override toJSON(): Record<string, unknown> {
    const { scope, limitMs } = this
    return { ...super.toJSON(), scope, limitMs }
  }
}
