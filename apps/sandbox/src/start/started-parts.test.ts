import { expect, it } from 'vitest'
import { StartedParts } from './started-parts.ts'

function partsThatNote(failing: string[] = []) {
  const stopped: string[] = []
  const parts = new StartedParts()
  for (const name of ['storage', 'clock', 'app']) {
    parts.add(name, async (part) => {
      await Promise.resolve()
      stopped.push(part)
      if (failing.includes(part)) throw new Error(`${part} cannot stop`)
    })
  }
  return { parts, stopped }
}

it('stops what was started in the reverse order, one after the other, once', async () => {
  const { parts, stopped } = partsThatNote()
  await Promise.all([parts.stop(), parts.stop()])
  expect(stopped).toEqual(['app', 'clock', 'storage'])
})

it('returns a part as it is', () => {
  const part = { value: 1 }
  expect(new StartedParts().add(part, () => {})).toBe(part)
})

it('stops the others when one cannot stop, and then reports it', async () => {
  const { parts, stopped } = partsThatNote(['clock'])
  await expect(parts.stop()).rejects.toThrow('clock cannot stop')
  expect(stopped).toEqual(['app', 'clock', 'storage'])
})

it('keeps every failure', async () => {
  const { parts } = partsThatNote(['app', 'storage'])
  await expect(parts.stop()).rejects.toMatchObject({
    errors: [new Error('app cannot stop'), new Error('storage cannot stop')],
  })
})
