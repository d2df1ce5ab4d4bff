/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { openQueue } from './queue.mjs'

/** Starts the worker as a process, and resolves when it has settled `jobs` more of them. */
async function work(env, queue, jobs) {
  const before = queue.count('waiting')
  const worker = spawn(process.execPath, ['worker.mjs'], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const _ of worker.stdout) if (before - queue.count('waiting') >= Math.min(jobs, before)) break
  return worker
}

test('every job is paid once, however often the worker is killed', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'))
  const sandbox = await startSandbox({ seed: 'empty', rateLimit: 'off' })
  const env = {
    ...process.env,
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.apiKey,
    QUEUE: join(folder, 'queue.db'),
  }
  const queue = openQueue(env.QUEUE)
  const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  t.after(async () => {
    queue.close()
    await svc.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })

  for (let euros = 1; euros <= 30; euros++) {
    queue.add({ amount: `${euros}.00`, paymentMethod: 'Bank Transfer', type: 'income' })
  }
  queue.add({ amount: 'a lot', paymentMethod: 'Cash', type: 'income' })

  // The first answers are lost after the payment has been recorded.
  for (let fault = 0; fault < 4; fault++) {
    await sandbox.control.faults.add({
      when: 'after',
      match: { method: 'POST' },
      action: { type: 'reset' },
      times: 1,
    })
  }
  while (queue.count('waiting') > 0) {
    const worker = await work(env, queue, 4)
    // While it is in the middle of the next one.
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }

  const amounts = (await svc.payments.list()).map(({ amount }) => Number(amount))
  assert.deepEqual(
    amounts.toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
  assert.equal(queue.count('done'), 30)
  assert.equal(queue.count('set aside'), 1)
})
