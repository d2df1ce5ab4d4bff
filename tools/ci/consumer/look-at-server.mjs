// Reads the line that `svc-sandbox serve --json` prints, and looks at what a person would open first.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { url, apiKey, dashboardUrl } = JSON.parse(readFileSync(process.argv[2], 'utf8').split('\n')[0])
async function get(address, headers = {}) {
  const answer = await fetch(address, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`)
  return text
}
/** Everything that a page loads comes from the server itself: it works without the network. */
async function page(address, says) {
  const html = await get(address)
  if (!html.includes(says)) throw new Error(`${address} does not say ${says}`)
  for (const [, path] of html.matchAll(/(?:src|href)="([^"#]+)"/g)) {
    const part = new URL(path, address)
    if (part.origin !== url) throw new Error(`${address} loads ${part.href}`)
    await get(part)
  }
}
const bookings = JSON.parse(await get(`${url}/api/v1/client/bookings`, { 'X-API-Key': apiKey }))
if (!(bookings.total_count > 0)) throw new Error(`no bookings: ${JSON.stringify(bookings)}`)
await page(`${url}/docs`, '<html')
await page(dashboardUrl, '<html')
const { openapi } = JSON.parse(await get(`${url}/openapi.json`))
if (!openapi?.startsWith('3.1')) throw new Error('no OpenAPI document')

// A payment, and the webhook about it: what everybody comes for writes to most tables.
const delivered = Promise.withResolvers()
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(204).end()
  delivered.resolve(request.headers['x-svc-signature'])
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
async function post(path, body) {
  const headers = {
    'X-API-Key': apiKey,
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'application/json',
  }
  const answer = await fetch(`${url}/api/v1/client${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return await answer.json()
}
const { id } = await post('/webhooks', {
  url: `http://127.0.0.1:${receiver.address().port}/`,
  events: ['payment.created'],
})
await post('/payments', { amount: '120.50', paymentMethod: 'Cash', type: 'income' })
if (!(await delivered.promise)?.startsWith('sha256=')) throw new Error('the webhook carries no signature')
const removed = await fetch(`${url}/api/v1/client/webhooks/${id}`, {
  method: 'DELETE',
  headers: { 'X-API-Key': apiKey },
})
if (removed.status !== 204) throw new Error(`the endpoint was not removed: ${removed.status}`)
receiver.close()
receiver.closeAllConnections()
