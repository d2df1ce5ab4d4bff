/** An id can only name a thing: no separator, no dot segment, nothing that needs an escape. */
const safeId = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/

/** Whether an id may stand in a path. The service's ids are UUIDs; other plain words are its to refuse, with a 404. */
export function isSafeId(id: unknown): id is string {
  return typeof id === 'string' && safeId.test(id)
}

/** Fills the one `{parameter}` of a path template with an id that {@link isSafeId} has let through. */
export function buildPath(template: string, id: string | undefined): string {
  return id === undefined ? template : template.replace(/\{\w+\}/, () => encodeURIComponent(id))
}

/** The name of a path template's parameter: `paymentId`. */
export function pathParameter(template: string): string | undefined {
  return /\{(\w+)\}/.exec(template)?.[1]
}

/** A query string with its question mark, or nothing. Parameters that are undefined are left out. */
export function buildQuery(query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value))
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}
