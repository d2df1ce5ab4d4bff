import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'

it('loading SQLite leaves the warnings of others as they were', async () => {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning')
  try {
    const { DatabaseSync } = await import('./node-sqlite.ts')
    expect(DatabaseSync).toBeTypeOf('function')
    expect(Reflect.get(process, 'emitWarning')).toBe(emitWarning)
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning)
  }
  const hear = vi.fn<(warning: Error) => void>()
  process.once('warning', hear)
  process.emitWarning('something else', 'OtherWarning')
  await setImmediate()
  process.off('warning', hear)
  expect(hear.mock.calls).toMatchObject([[{ name: 'OtherWarning', message: 'something else' }]])
})
