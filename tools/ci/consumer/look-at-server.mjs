// Reads the line that `svc-sandbox serve --json` prints, and looks at what a person would open first.
import { readFileSync } from 'node:fs'

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
