const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Whether an id may stand in a path. The service's ids are UUIDs: no separator, no dot segment, nothing that needs an
 * escape. Of any version, as the service chooses it.
 */
export function isId(id: unknown): id is string {
  return typeof id === 'string' && uuid.test(id)
}

/** Fills the one `{parameter}` of a path template with an id that {@link isId} has let through. */
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
