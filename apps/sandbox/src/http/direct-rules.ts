import type { FastifyInstance } from 'fastify'
import type { Asked } from './asked.ts'
import { fromScopes } from './scope-chain.ts'

/** What a plugin says of requests that are answered past Fastify, where its hooks are not called. */
export interface DirectRules {
  /** Whether such an answer would be the same without its hooks, just now. @default always */
  may?: (() => boolean) | undefined
  /** Does what its hooks do, before the text is sent. @default nothing */
  sending?: ((request: Asked, text: string) => void) | undefined
  /** Called after that, where the connection could not take all of the answer at once. @default nothing */
  unread?: ((request: Asked) => void) | undefined
}

const rules = new WeakMap<FastifyInstance, DirectRules[]>()

/** For each plugin whose hooks see reads of the client API: what direct-reads.ts does in their place. */
export function directRules(scope: FastifyInstance, own: DirectRules): void {
  const known = rules.get(scope)
  if (known) known.push(own)
  else rules.set(scope, [own])
}

/** The rules of a scope and of those around it, as one. */
export function rulesOf(
  scope: FastifyInstance,
): Required<{ [Name in keyof DirectRules]: NonNullable<DirectRules[Name]> }> {
  const all = fromScopes(rules, scope)
  const [asked, told, late] = [
    all.flatMap(({ may }) => may ?? []),
    all.flatMap(({ sending }) => sending ?? []),
    all.flatMap(({ unread }) => unread ?? []),
  ]
  return {
    may: () => asked.every((may) => may()),
    sending(request, text) {
      for (const sending of told) sending(request, text)
    },
    unread(request) {
      for (const unread of late) unread(request)
    },
  }
}
