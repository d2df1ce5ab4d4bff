import type { FastifyRequest } from 'fastify'

/** What faults and the request log tell each other about a request. */
export interface RequestNotes {
  /** The fault that broke it. */
  faultId?: string
  /** A fault answered in place of the operation, which did not run. */
  refused?: boolean
  /** The answer as text, before a fault cut it off. */
  responseBody?: string
}

const notes = new WeakMap<FastifyRequest, RequestNotes>()

export function notesOf(request: FastifyRequest): RequestNotes {
  let found = notes.get(request)
  if (!found) notes.set(request, (found = {}))
  return found
}
