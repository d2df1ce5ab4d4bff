import { expect, it } from 'vitest'
import { fakeRuntime } from '../../../test/support/runtime.ts'
import type { RequestEvent, ResponseEvent } from './events.ts'
import { reportAttempt } from './report-attempt.ts'

it('an attempt has taken the time since it was reported, whatever the clock showed then', async () => {
  const runtime = fakeRuntime()
  await runtime.advance(1_000)
  const answers: ResponseEvent[] = []
  const hooks = { onResponse: (event: ResponseEvent) => void answers.push(event) }
  const report = reportAttempt({ headers: {} } as RequestEvent, hooks, runtime)
  await runtime.advance(50)
  report.response({ status: 200, requestId: 'r', replayed: false })
  expect(answers).toMatchObject([{ durationMs: 50, status: 200, requestId: 'r', replayed: false }])
})
