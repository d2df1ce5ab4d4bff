/** json-server as a library, without its log: https://github.com/typicode/json-server. Prints its address. */
import type { AddressInfo } from 'node:net'
import jsonServer from 'json-server'
import { readAnswers } from './answers.ts'

const { page, payment } = readAnswers()
const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
app.use('/api/v1/client', jsonServer.router({ bookings: page.results, payments: [payment] }))
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
