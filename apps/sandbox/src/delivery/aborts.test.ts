import { expect, it, vi } from 'vitest'
import { createAborts } from './aborts.ts'

it('tells all that wait for a signal with one listener, and nobody who was taken back', () => {
  const aborts = createAborts()
  const { signal, abort } = controller()
  const listen = vi.spyOn(signal, 'addEventListener')
  const heard: string[] = []
  aborts.add(signal, () => heard.push('a'))
  const takeBack = aborts.add(signal, () => heard.push('b'))
  aborts.add(signal, () => heard.push('c'))
  takeBack()
  abort()
  expect(heard).toEqual(['a', 'c'])
  expect(listen).toHaveBeenCalledOnce()
})

it('keeps signals apart', () => {
  const aborts = createAborts()
  const [one, other] = [controller(), controller()]
  const heard: string[] = []
  aborts.add(one.signal, () => heard.push('one'))
  aborts.add(other.signal, () => heard.push('other'))
  other.abort()
  expect(heard).toEqual(['other'])
})

function controller() {
  const made = new AbortController()
  return { signal: made.signal, abort: () => made.abort() }
}
