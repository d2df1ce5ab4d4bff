import type { SvcError } from '../../errors/svc-error.ts'
import type { WithResponse } from './answer-info.ts'
import type { Failure } from '../retry/failure.ts'

/** How a try ended: with data, or with a failure and the error that stands for it. */
export type Tried<T> = { ok: true; value: WithResponse<T> } | { ok: false; failure: Failure; error: SvcError }
