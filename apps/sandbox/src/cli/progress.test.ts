import { afterEach, expect, it, vi } from 'vitest'
import { progressBar } from './progress.ts'

const isTTY = process.stderr.isTTY
afterEach(() => {
  process.stderr.isTTY = isTTY
  vi.restoreAllMocks()
})

/** What a bar writes to a terminal. */
function terminal(): { text(): string } {
  process.stderr.isTTY = true
  let text = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  return { text: () => text }
}

const hidden = '\u001B[?25l'
const shown = '\u001B[?25h'

it('a signal gives the cursor back, and ends the process as it would have', () => {
  const { text } = terminal()
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const before = process.listenerCount('SIGINT')
  progressBar(10, 'rows')
  expect(text()).toContain(hidden)
  expect(text()).not.toContain(shown)
  // Its own listener alone: others in this process, of other files, would end it.
  for (const listener of process.listeners('SIGINT').slice(before)) listener('SIGINT')
  expect(text()).toContain(shown)
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']])
  // Nobody is left who would hold it up.
  expect(process.listenerCount('SIGINT')).toBe(before)
})

it('at its end it leaves signals alone', () => {
  terminal()
  const before = process.listenerCount('SIGTERM')
  const bar = progressBar(10, 'rows')
  bar.update(10)
  bar.stop()
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
