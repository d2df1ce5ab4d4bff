import { describe, expect, it } from 'vitest'
import { startSandbox } from '../index.ts'
import type { SandboxOptions } from './options.ts'

describe('options that no type checker has seen', () => {
  it.each([
    [{ databse: 'x.db' }, /no option "databse".*database/],
    [{ database: 5 }, /database must be a string, not 5/],
    [{ port: 70_000 }, /port must be a whole number from 0 to 65535, not 70000/],
    [{ seed: 'hotel' }, /seed must be one of 'hostel', 'empty', not 'hotel'/],
    [{ clock: 'frozen' }, /clock must be one of 'real', 'manual'/],
    [{ rateLimit: 0 }, /rateLimit must be a whole number of at least 1, or 'off', not 0/],
    [{ rateLimit: '120' }, /rateLimit must be/],
    [{ targets: 'Public' }, /targets must be one of 'local', 'public', 'any'/],
    [{ role: 'worker' }, /role must be one of 'all', 'api', 'delivery'/],
    [{ apiKey: { key: 'k' } }, /apiKey must be a string, not an object/],
    [{ control: 'no' }, /control must be a boolean/],
  ])('%j is refused by name', async (options, message) => {
    await expect(startSandbox(options as unknown as SandboxOptions)).rejects.toMatchObject({
      name: 'StartError',
      code: 'invalid_option',
      message: expect.stringMatching(message),
    })
  })
})
