import { setTimeout as wait } from 'node:timers/promises'
import { BadRequestError, IdempotencyError, RequestError, SvcClient, ValidationError } from '@svc/client'
import { openQueue } from './queue.mjs'

const svc = new SvcClient({ baseUrl: process.env.SVC_URL, apiKey: process.env.SVC_API_KEY, rateLimit: 100 })
const queue = openQueue(process.env.QUEUE ?? 'queue.db')

/** What no repetition makes better: a person has to look at the job. */
const hopeless = [RequestError, ValidationError, BadRequestError, IdempotencyError]

let stopping = false
process.once('SIGTERM', () => (stopping = true))

while (!stopping) {
  const job = queue.next()
  if (!job) {
    await wait(200)
    continue
  }
  try {
    const { data, response } = await svc.payments
      .create(job.payment, { idempotencyKey: job.key })
      .withResponse()
    queue.done(job.key, data.id)
    console.log(response.replayed ? 'had been recorded before:' : 'recorded:', data.id, data.amount)
  } catch (error) {
    if (hopeless.some((kind) => error instanceof kind)) {
      queue.setAside(job.key, error.message)
      console.log('set aside:', job.key, error.message)
    } else {
      // The service is away, or too busy. The job stays where it is, with its key.
      console.error('later:', error.message)
      await wait(error.retryAfterMs ?? 1_000)
    }
  }
}

queue.close()
await svc.close()
