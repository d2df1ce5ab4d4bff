import { SvcError } from './svc-error.ts'

/** No complete answer came: no connection, or it was lost. `cause` is what the network said. */
export class ConnectionError extends SvcError {
  static {
    this.prototype.name = 'ConnectionError'
  }
}
