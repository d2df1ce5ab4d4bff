import { describe, expect, it } from 'vitest'
import { startSandbox } from '../index.ts'
import { checkOptions } from './check-options.ts'
import type { SandboxOptions } from './options.ts'

describe('options without a type check', () => {
  it.each([
    [{ databse: 'x.db' }, /no option "databse".*Did you mean database\?.*There are: host/],
    [{ database: 5 }, /database must be a path such as .*, not 5/],
    [{ port: 70_000 }, /port must be a whole number from 0 to 65535, not 70000/],
    [{ port: '4010' }, /port must be a whole number from 0 to 65535, not '4010'/],
    [{ seed: 'hotel' }, /seed must be one of 'hostel', 'empty', not 'hotel'/],
    [{ clock: 'frozen' }, /clock must be one of 'real', 'manual'/],
    [{ now: 'yesterday' }, /now must be a time from 1970 to 9999, as 2026-01-31T12:00:00Z.*not 'yesterday'/],
    [{ now: -1 }, /now must be a time/],
    [{ now: Number.NaN }, /now must be a time/],
    [{ rateLimit: 0 }, /rateLimit must be a whole number of at least 1, or 'off', not 0/],
    [{ rateLimit: '120' }, /rateLimit must be/],
    [{ targets: 'Public' }, /targets must be one of 'local', 'public', 'any'/],
    [{ role: 'worker' }, /role must be one of 'all', 'api', 'delivery'/],
    [{ apiKey: { key: 'k' } }, /apiKey must be a string of printable ASCII .*, not an object/],
    [{ propertyId: 'hostel-1' }, /propertyId must be a UUID in lower case, .*, not 'hostel-1'/],
    [{ control: 'no' }, /control must be a boolean/],
    [{ deliveryConcurrency: 0 }, /deliveryConcurrency must be a whole number from 1/],
    [{ deliveryLeaseMs: 15 }, /deliveryLeaseMs must be a whole number from 6000 to 3600000, not 15/],
    [{ maxConnections: Infinity }, /maxConnections must be a whole number/],
    [{ drainMs: 0.5 }, /drainMs must be a whole number/],
    [{ graceMs: '10s' }, /graceMs must be a whole number/],
    [{ secretKey: [1] }, /secretKey must be a string or an array of strings, not an array/],
    [{ ca: Buffer.from('x') }, /ca must be a string or an array of strings, not an object/],
  ])('%j is refused by name', async (options, message) => {
    await expect(startSandbox(options as unknown as SandboxOptions)).rejects.toMatchObject({
      name: 'StartError',
      code: 'invalid_option',
      message: expect.stringMatching(message),
    })
  })

  it('what the command line calls by its flags is told by its options too', async () => {
    await expect(startSandbox({ host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'insecure_http',
      message: expect.stringContaining(
        'In a program these are the options tls, trustProxy and insecureHttp.',
      ),
    })
  })

  it.each([
    [
      { retention: { delivredDays: 3 } },
      /no option "retention\.delivredDays".*mean retention\.deliveredDays\?/,
    ],
    [{ retention: { deliveredDays: 0 } }, /retention\.deliveredDays must be a whole number from 1/],
    [{ retention: 30 }, /retention must be an object, not 30/],
    [{ overload: { maxRequest: 5 } }, /mean overload\.maxRequests\?/],
    [
      { overload: { maxHeapUsed: 90 } },
      /overload\.maxHeapUsed must be a number above 0, up to 1, or 'off', not 90/,
    ],
    [{ logger: { level: 'loud' } }, /logger\.level must be one of 'silent', .*not 'loud'/],
    [
      { logger: { stream: process.stderr.fd } },
      /logger\.stream must be an object with a method write\(line\)/,
    ],
    [{ logger: 'info' }, /logger must be a boolean or an object, not 'info'/],
    [{ tls: { cert: 'x' } }, /tls needs cert and key: key is missing/],
    [{ tls: { cert: 'x', kye: 'y' } }, /mean tls\.key\?/],
    [null, /options of startSandbox must be an object, not null/],
    [['database'], /must be an object, not an array/],
  ])('%j is refused, down to the options of an option', (options, message) => {
    expect(() => checkOptions(options)).toThrow(message)
  })

  it.each([
    ['Database', 'database'],
    ['ratelimit', 'rateLimit'],
    ['dataabse', 'database'],
    ['apikey', 'apiKey'],
    ['graceMS', 'graceMs'],
  ])('%s is meant for %s', (name, meant) => {
    expect(() => checkOptions({ [name]: 'x' })).toThrow(`Did you mean ${meant}?`)
  })

  it.each(['toString', '__proto__x', 'constructor', 'somethingElse'])('%s is close to no option', (name) => {
    expect(() => checkOptions({ [name]: 'x' })).toThrow(
      /^There is no option "\w+" of startSandbox\. There are: /,
    )
  })

  it.each([
    [{ apiKey: '' }, /^The option apiKey must be a string of printable ASCII.*, not an empty string\.$/],
    [{ adminToken: 'secret\n' }, /^The option adminToken must be .*, not a string of 7 characters\.$/],
    [{ apiKey: 'sécret' }, /not a string of 6 characters\.$/],
    [{ database: '' }, "The option database must be a path such as './sandbox.db', ':memory:' or"],
    [{ database: '~/sandbox.db' }, "neither '~/…' nor 'file:…', not '~/sandbox.db'"],
    [{ database: 'file:sandbox.db?mode=ro' }, "neither '~/…' nor 'file:…'"],
    [
      { host: 'localhost:4010' },
      "an address such as 127.0.0.1 or ::1, without http:// and port, not 'localhost:4010'",
    ],
    [{ host: '[::1]' }, 'an address such as 127.0.0.1 or ::1'],
    [{ host: 'http://localhost' }, 'without http:// and port'],
    [{ host: ' ' }, 'The option host must be'],
    [{ allowedHosts: 'http://sandbox.example.com' }, 'without http:// and path'],
    [{ allowedHosts: ['sandbox.example.com', 'a b'] }, 'must be names of hosts'],
  ])('%j names nothing that works, and is refused', (options, message) => {
    expect(() => checkOptions(options)).toThrow(message)
  })

  it.each([
    { host: '::1' },
    { host: 'fe80::1%eth0' },
    { host: 'sandbox.internal' },
    { database: String.raw`C:\data\sandbox.db` },
    { database: './~backup.db' },
    { database: 'a?b#c%20.db' },
    { database: 'file' },
  ])('%j is right', (options) => {
    expect(() => checkOptions(options)).not.toThrow()
  })

  it('takes keys and names of hosts in all their forms', () => {
    expect(() =>
      checkOptions({ apiKey: 'a key', adminToken: '!~', allowedHosts: 'a.example, b.example:8080,[::1]' }),
    ).not.toThrow()
  })

  it('never shows a text that may be a key', () => {
    const key = `-----BEGIN PRIVATE KEY-----${'A'.repeat(50)}`
    expect(() => checkOptions({ tls: key })).toThrow(
      'The option tls must be an object, not a string of 77 characters.',
    )
  })
})
