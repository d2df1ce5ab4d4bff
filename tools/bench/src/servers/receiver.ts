/** A webhook receiver that only counts: `GET /` answers the number of requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let received = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(received))
    return
  }
  request.resume()
  request.on('end', () => {
    received += 1
    response.writeHead(200, { 'content-length': 0 }).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
