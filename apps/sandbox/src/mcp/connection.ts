/** A running sandbox, and what opens it. */
export interface Connection {
  /** Without a slash at its end. */
  url: string
  adminToken: string
  /** The key that the tools of the client API call with; undefined: none is known. */
  apiKey: string | undefined
  /** The property of calls that name none. */
  propertyId: string
}
