import type { Named, OperationId, operations } from '@svc/models'
import type { WithResponse } from './answer-info.ts'
import type { CallInput } from './prepare.ts'

/** The data of an operation's answer, by the operation table: nothing where it agrees on no body. */
export type AnswerOf<Id extends OperationId> = (typeof operations)[Id] extends { answer: infer Schema }
  ? Schema extends { _zod: { output: infer Output } }
    ? Named<Output>
    : never
  : void

/** Makes calls of one client. */
export type Caller = <Id extends OperationId>(
  operationId: Id,
  input: CallInput,
) => Promise<WithResponse<AnswerOf<Id>>>
