import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { newCall } from './call.ts'
import { DirectReply, DirectRequest } from './direct-exchange.ts'

it('an answer past Fastify has the headers that were set last, under names in lower case', () => {
  const reply = new DirectReply(new ServerResponse(new IncomingMessage(new Socket())), () => {})
  expect(reply.hasHeader('X-One')).toBe(false)
  reply.header('X-One', 1).headers({ 'X-Two': 2, 'x-one': 3 })
  expect([reply.hasHeader('x-ONE'), reply.hasHeader('X-Two')]).toEqual([true, true])
  expect(Object.entries(reply.getHeaders())).toEqual([
    ['x-one', 3],
    ['x-two', 2],
  ])
  reply.removeHeader('X-ONE')
  expect([reply.hasHeader('X-One'), reply.hasHeader('X-Two')]).toEqual([false, true])
})

it('an answer past Fastify is told before it is sent, with its length in bytes', () => {
  const told: [string, boolean][] = []
  const raw = new ServerResponse(new IncomingMessage(new Socket()))
  const reply = new DirectReply(raw, (text) => told.push([text, raw.headersSent]))
  expect(reply.sent).toBe(false)
  reply.status(201).type('text/plain').send('café')
  expect([told, reply.sent, raw.statusCode, raw.headersSent]).toEqual([[['café', false]], true, 201, true])
  expect(reply.getHeaders()).toEqual({ 'content-type': 'text/plain', 'content-length': '5' })
})

it('a request past Fastify says of itself what Fastify would', () => {
  const raw = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/x?y=1' })
  const call = newCall('getBooking', '/x')
  const request = new DirectRequest(raw, { id: 'r', call, logger: Fastify().log })
  const { method, url, ip, protocol, body, is404, routeOptions } = request
  expect({ method, url, ip, protocol, body, is404, routeOptions }).toEqual({
    method: 'GET',
    url: '/x?y=1',
    ip: '',
    protocol: 'http',
    body: undefined,
    is404: false,
    routeOptions: { url: '/x' },
  })
})
