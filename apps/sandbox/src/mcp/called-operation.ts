/** Which API a document describes. */
export type Api = 'client' | 'control'

/** Where an argument of a tool goes. */
export type Place = 'path' | 'query' | 'body' | 'whole body' | 'idempotency key'

/** An operation as it is called. */
export interface CalledOperation {
  api: Api
  method: string
  /** With its parameters in braces. */
  path: string
  /** Where each argument goes. */
  places: Readonly<Record<string, Place>>
}
