import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { handleEvent } from './handle-event.ts'
import { openInbox } from './inbox.ts'
import { createReceiver } from './receiver.ts'
import { startWorker } from './worker.ts'

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',').filter((secret) => secret !== '')
if (secrets.length === 0) {
  console.error(
    'WEBHOOK_SECRET is not set. It is the `secret` that creating the webhook endpoint returned, once;\n' +
      'while you replace a secret, give the new and the old one, separated by a comma.',
  )
  process.exit(1)
}

const file = process.env.RECEIVER_DATABASE ?? '.svc/receiver.db'
if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
const inbox = openInbox(file)
const worker = startWorker({
  inbox,
  handle: (event) => handleEvent(event, (line) => console.log(line)),
  onTrouble: (error) => console.error('the inbox fails; what waits is tried again:', error),
  onFailure: (error, { id, final }) =>
    console.error(`event ${id} failed${final ? ' for good; it stays in the inbox' : ''}:`, error),
})
const receiver = createReceiver({ secret: secrets, inbox, onAccepted: () => worker.wake() })

// Stop in the order of the flow: no new requests, finish the current event, close the store.
async function stop(): Promise<void> {
  await receiver.close()
  await worker.stop()
  inbox.close()
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

const url = await receiver.listen({
  host: process.env.RECEIVER_HOST ?? '127.0.0.1',
  port: Number(process.env.RECEIVER_PORT ?? 4020),
})
console.log(`Receiving webhooks on ${url}/webhooks`)
