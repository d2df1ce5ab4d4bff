/**
 * The header by which the inbox of `@svc/testing` says that it is not going to answer. A sandbox whose clock stands still
 * takes its word for the time-out, in place of five real seconds. For everybody else it comes with a 103, which is no
 * answer, or with the headers of an answer that stalls.
 */
export const hangsHeader = 'x-svc-inbox-hangs'

/** What the `User-Agent` of a sandbox begins with. */
export const sandboxAgent = 'svc-webhooks'
