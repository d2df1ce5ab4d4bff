/** A server that answers everything at once with one booking page: what is left is the cost of the client. */
import { createServer } from 'node:http'
import { hostel } from '@svc/testing'

const results = hostel({ seed: 1, bookings: 20 }).bookings.slice(0, 10)
const body = JSON.stringify({ results, total_count: 10, total_pages: 1, current_page: 1 })
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : address)
})
process.once('SIGTERM', () => server.close().closeAllConnections())
