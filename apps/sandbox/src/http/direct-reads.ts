import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { headerNames } from '@svc/models'
import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Access } from '../service/access.ts'
import type { KeyOwner } from '../service/api-keys.ts'
import { admit } from './api-key.ts'
import { newCall } from './call.ts'
import { DirectReply, DirectRequest } from './direct-exchange.ts'
import { rulesOf } from './direct-rules.ts'
import { answerBegins } from './errors.ts'
import { type Guard, run } from './guard.ts'
import { type HeldAnswers, heldKey, sendHeld } from './held-answers.ts'
import { problemOf } from './request-form.ts'
import { hearEnd, hearersOf } from './when-ended.ts'

export interface DirectReadsOptions {
  access: Pick<Access, 'known'>
  answers: HeldAnswers
  /** Those of every request, in the same order. */
  guards: readonly Guard[]
  /** Whether nothing wants to be asked between the guards and an operation. */
  atOnce: () => boolean
  requestId: () => string
}

const keyHeader = headerNames.apiKey.toLowerCase()

/**
 * Answers a read whose caller is known and whose answer is held before Fastify sees it: its routing and its way through
 * hooks and reply cost more than all that such a read needs. The guards are the same functions, the hooks of plugins have
 * their part by {@link directRules}, the end is heard by the same listeners. Whatever is not as usual goes to Fastify,
 * and nothing has been done for it then: a body, an origin, an unknown key, a fault, a limit that is reached.
 *
 * On the main server alone: Fastify opens others for further addresses of `localhost`, which go the long way.
 */
export function directReads(options: DirectReadsOptions): FastifyPluginAsync {
  return fp(async function directReadsPlugin(fastify) {
    const { server } = fastify
    const [fastifys] = server.listeners('request') as RequestListener[]
    if (!fastifys) return
    let closing = false
    fastify.addHook('preClose', async () => {
      closing = true
    })
    fastify.addHook('onReady', async () => {
      const answered = directly(options, {
        rules: rulesOf(fastify),
        hearers: hearersOf(fastify),
        logger: fastify.log,
      })
      server.removeListener('request', fastifys)
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (closing || !answered(request, response)) fastifys(request, response)
      })
    })
  })
}

function directly(
  { access, answers, guards, atOnce, requestId }: DirectReadsOptions,
  scope: {
    rules: ReturnType<typeof rulesOf>
    hearers: ReturnType<typeof hearersOf>
    logger: ConstructorParameters<typeof DirectRequest>[1]['logger']
  },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { rules, hearers, logger } = scope

  /** Whose read it is; undefined for what is not as usual. */
  function callerOf(raw: IncomingMessage): KeyOwner | undefined {
    if (raw.method !== 'GET') return undefined
    const { headers } = raw
    const key = headers[keyHeader]
    if (typeof key !== 'string' || headers.origin !== undefined) return undefined
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return undefined
    return access.known(key)
  }

  return function answeredDirectly(raw, response) {
    const owner = callerOf(raw)
    const held = owner && answers.get(heldKey(owner.propertyId, raw.url ?? ''))
    if (!held || !atOnce() || !rules.may() || problemOf(raw) !== undefined) return false
    const call = newCall(held.operationId, held.route)
    const request = new DirectRequest(raw, { id: requestId(), call, logger })
    const reply = new DirectReply(response, (text) => {
      hearEnd(request, reply, hearers)
      rules.sending(request, text)
    })
    answerBegins(request, reply)
    admit(request, owner)
    try {
      // None of them has to wait: the caller is known, and there is no origin.
      if (run(guards, request, reply)) return false
    } catch {
      // The limit of requests is reached: the guard tells Fastify's request the same, from the same count.
      return false
    }
    sendHeld(reply, held)
    if (!response.writableFinished) rules.unread(request)
    return true
  }
}
