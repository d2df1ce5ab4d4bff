/**
 * A webhook receiver that only counts: `GET /` answers the number of requests. Prints its address.
 *
 * With a folder that holds `cert.pem` and `key.pem` as its argument, deliveries come by TLS, and it prints two addresses:
 * that of the deliveries, and a plain one to ask for the number.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
let received = 0

const listener: RequestListener = (request, response) => {
  if (request.method === 'GET') {
    response.end(String(received))
    return
  }
  request.resume()
  request.on('end', () => {
    received += 1
    response.writeHead(200, { 'content-length': 0 }).end()
  })
}

async function listen(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plain = await listen(createServer(listener), 'http')
if (folder === undefined) console.log(plain)
else {
  const pem = { cert: readFileSync(join(folder, 'cert.pem')), key: readFileSync(join(folder, 'key.pem')) }
  console.log(`${await listen(createSecureServer(pem, listener), 'https')} ${plain}`)
}
process.once('SIGTERM', () => process.exit(0))
