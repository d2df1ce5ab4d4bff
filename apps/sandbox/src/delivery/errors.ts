/** Base of the errors of the delivery engine. `code` is stable. */
export class DeliveryError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The engine was stopped while a call waited for it. */
export class EngineStopped extends DeliveryError {
  constructor(what: string) {
    super('engine_stopped', `The delivery engine was stopped while ${what}. Start it again and repeat.`)
  }
}

/**
 * No address of a webhook target may be connected to. It stays inside the engine: the delivery log says `unreachable`,
 * as for a target that does not answer, so that the log cannot be used to look into a private network.
 */
export class TargetRefused extends DeliveryError {
  constructor(hostname: string) {
    super('target_refused', `${hostname} has no address that the target policy allows`)
  }
}
