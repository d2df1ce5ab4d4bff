import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runHook, warnOfHeader } from './run-hook.ts'

const warned = vi.fn<typeof process.emitWarning>()
const messages = () => warned.mock.calls.map(([message]) => String(message))

beforeEach(() => {
  vi.spyOn(process, 'emitWarning').mockImplementation(warned)
})
afterEach(() => {
  vi.restoreAllMocks()
  warned.mockReset()
})

it('says what a hook threw or rejected with, an error or not', async () => {
  runHook(() => {
    throw new Error('my mistake')
  }, {})
  runHook(() => {
    // oxlint-disable-next-line typescript/only-throw-error -- whatever a hook may throw
    throw 'a text'
  }, {})
  const late = new EventTarget()
  runHook(() => Promise.reject(new Error('later')).finally(() => late.dispatchEvent(new Event('done'))), {})
  await once(late, 'done')
  await Promise.resolve()
  await vi.waitFor(() => expect(messages()).toHaveLength(3))
  expect(messages().map((text) => text.split(': ')[1])).toEqual(['my mistake', 'a text', 'later'])
  expect(warned.mock.calls[0]?.[1]).toEqual({ code: 'SVC_CLIENT_HOOK' })
})

it('warns of a hook once, and of another one too', () => {
  const failing = () => {
    throw new Error('again')
  }
  runHook(failing, {})
  runHook(failing, {})
  expect(messages()).toHaveLength(1)
  runHook(() => failing(), {})
  expect(messages()).toHaveLength(2)
})

it('warns of a header once a name', () => {
  for (const name of ['x-one', 'x-one', 'x-two']) warnOfHeader(name, 'is bad')
  expect(messages()).toEqual(['x-one', 'x-two'].map((name) => expect.stringContaining(`"${name}"`) as string))
})
