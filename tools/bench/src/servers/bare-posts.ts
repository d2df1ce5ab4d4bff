/**
 * Bare undici that sends the body of a delivery to ten paths of a receiver: the limit of any delivery engine that is
 * built on it. Prints POSTs a second.
 *
 * Arguments: address of the receiver, POSTs.
 */
import { Pool } from 'undici'

const [origin = '', posts = '5000'] = process.argv.slice(2)
const pool = new Pool(origin, { connections: 64, pipelining: 1 })
const body = JSON.stringify({ id: 'x'.repeat(36), type: 'payment.created', data: 'x'.repeat(480) })
const headers = {
  'content-type': 'application/json',
  'x-svc-signature': `sha256=${'0'.repeat(64)}`,
  'x-svc-event': 'payment.created',
  'x-svc-delivery': 'x'.repeat(36),
}

async function send(count: number): Promise<void> {
  let begun = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (begun < count) {
        const path = `/${begun++ % 10}`
        const answer = await pool.request({ path, method: 'POST', headers, body })
        await answer.body.dump()
        if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
      }
    }),
  )
}

await send(Number(posts) / 4)
const from = performance.now()
await send(Number(posts))
console.log(Number(posts) / ((performance.now() - from) / 1000))
await pool.close()
