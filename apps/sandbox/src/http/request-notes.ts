import type { FastifyInstance } from 'fastify'

/** What faults and the request log share about a request. */
export interface RequestNotes {
  /** The fault that broke it. */
  faultId?: string
  /** A fault answered in place of the operation, which did not run. */
  refused?: boolean
  /** The answer as text, before a fault cut it off. */
  responseBody?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    notes?: RequestNotes | undefined
  }
}

/** Makes room for notes on every request of the scope: V8 is slow with what is added to an object later. */
export function holdNotes(scope: FastifyInstance): void {
  if (!scope.hasRequestDecorator('notes')) scope.decorateRequest('notes')
}

export function notesOf(request: { notes?: RequestNotes | undefined }): RequestNotes {
  return (request.notes ??= {})
}
