import { expect, it } from 'vitest'
import { forwardAddress } from './forward-address.ts'

it.each([
  ['3000', 'http://localhost:3000'],
  [':3000', 'http://localhost:3000'],
  ['3000/webhooks', 'http://localhost:3000/webhooks'],
  ['localhost:3000/webhooks?a=1', 'http://localhost:3000/webhooks?a=1'],
  ['127.0.0.1:3000/hooks', 'http://127.0.0.1:3000/hooks'],
  ['[::1]:3000', 'http://[::1]:3000'],
  [' http://127.0.0.1:3000/webhooks ', 'http://127.0.0.1:3000/webhooks'],
  ['https://Example.com/Hooks', 'https://Example.com/Hooks'],
])('%s is %s', (typed, address) => {
  expect(forwardAddress(typed)).toBe(address)
})

// What is elsewhere is named in full: nobody means plain http there.
it.each([
  '',
  '/webhooks',
  'localhost',
  'example.com',
  'example.com:3000',
  '0',
  '65536',
  '3000x',
  'ftp://localhost:3000',
])('"%s" is none', (typed) => {
  expect(forwardAddress(typed)).toBeUndefined()
})
