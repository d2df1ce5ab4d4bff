import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '../runtime.ts'
import { directRules } from '../http/direct-rules.ts'
import { whenEnded } from '../http/when-ended.ts'
import type { RequestLog } from './request-log.ts'
import { holdNotes, notesOf } from '../http/request-notes.ts'
import { RequestRecord } from './request-record.ts'

/** Puts every request of the scope into the log once it is answered, or its connection is gone. */
export function requestLogPlugin(options: { log: RequestLog; clock: Clock }): FastifyPluginAsync {
  const { log, clock } = options
  return fp(async function requestLog(fastify) {
    holdNotes(fastify)
    directRules(fastify, {
      sending(request, text) {
        notesOf(request).responseBody = text
      },
    })
    // Registered before the faults, so that the log shows the answer that a fault withheld.
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      if (typeof payload === 'string') notesOf(request).responseBody = payload
      else if (Buffer.isBuffer(payload)) notesOf(request).responseBody = payload.toString()
      done(null, payload)
    })

    whenEnded(fastify, (request, reply, { ms }) => {
      log.add(new RequestRecord(request, reply, { ms, now: clock.now() }))
    })
  })
}
