// The client API of the property service in plain JavaScript, with nothing but Node: a start for a server of your own.
//   node server.js [port]     (API_KEY=… ORIGINS=https://a.example,https://b.example PER_MINUTE=120)
import { createServer, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pathToFileURL } from 'node:url'
import { seed } from './seed.js'
import { createService } from './service.js'

const systemTime = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(() => run(), ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** One attempt of a delivery. Redirects are answers like any other: they are not followed. */
function post(url, { headers, body, signal }) {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers, signal }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * Starts the server on loopback; resolves to its address and how to stop it.
 *
 * @param {object} options
 * @param {string} options.apiKey the key of the property
 * @param {number | undefined} [options.port] any free one by default
 * @param {string[] | undefined} [options.origins] origins of pages that may call it
 * @param {number | undefined} [options.perMinute] requests a minute and address
 * @param {any} [options.data] bookings and payments to begin with
 */
export async function startServer({ apiKey, port = 0, origins, perMinute, data = seed() }) {
  const service = createService({ apiKey, origins, perMinute, data, time: systemTime, post })
  // Node would refuse headers of more than 16 KiB without a word about it.
  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url: path, headers, socket } = request
    const body = Buffer.concat(chunks)
    const answer = service.handle({ method, path, headers, body, address: socket.remoteAddress })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { API_KEY = 'example-key', ORIGINS, PER_MINUTE = '120' } = process.env
  const { url } = await startServer({
    apiKey: API_KEY,
    port: Number(process.argv[2] ?? 4020),
    origins: ORIGINS?.split(','),
    perMinute: Number(PER_MINUTE),
  })
  console.log(`${url}  API key: ${API_KEY}`)
}
