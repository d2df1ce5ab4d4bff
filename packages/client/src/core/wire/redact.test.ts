import { expect, it } from 'vitest'
import { createRedact, redactError } from './redact.ts'

const redact = createRedact('svc_key')

it('takes the key out wherever it stands, and changes nothing else', () => {
  expect(redact('svc_key and svc_key')).not.toContain('svc_key')
  expect(redact('nothing')).toBe('nothing')
})

it('takes it out of an error, whose bytes are left out', () => {
  const error = Object.assign(new Error('bad svc_key'), { data: 'svc_key' })
  expect(redactError(error, redact)).toBe(error)
  expect([error.message.includes('svc_key'), error.data]).toEqual([false, '[left out]'])
  const clean = new Error('reset')
  expect(redactError(clean, redact)).toBe(clean)
  expect(Object.keys(clean)).toEqual([])
})

it.each(['a text', undefined, null, { message: 5 }])('hands on %j, which is no error', (thrown) => {
  expect(redactError(thrown, redact)).toBe(thrown)
})
