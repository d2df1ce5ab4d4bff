import { sign } from '@svc/signing'
import { expect, it } from 'vitest'
import { createSigners } from './signers.ts'

function counting() {
  const opened: string[] = []
  const signerOf = createSigners({
    open(sealed) {
      opened.push(sealed)
      if (sealed === 'broken') throw new Error('no key opens it')
      return sealed.replace('sealed:', '')
    },
  })
  return { signerOf, opened }
}

it('opens a secret once, however often it signs, and a rotated one anew', () => {
  const { signerOf, opened } = counting()
  for (let i = 0; i < 3; i += 1) expect(signerOf('sealed:a').sign('body')).toBe(sign('body', 'a'))
  expect(signerOf('sealed:b').sign('body')).toBe(sign('body', 'b'))
  expect(opened).toEqual(['sealed:a', 'sealed:b'])
})

it('tells each time that a secret cannot be opened', () => {
  const { signerOf, opened } = counting()
  expect(() => signerOf('broken')).toThrow('no key opens it')
  expect(() => signerOf('broken')).toThrow('no key opens it')
  expect(opened).toHaveLength(2)
})

it('forgets what was not used for longest', () => {
  const { signerOf, opened } = counting()
  for (let i = 0; i < 5_000; i += 1) signerOf(`s${i}`)
  signerOf('s0')
  signerOf('one more')
  opened.length = 0
  signerOf('s0')
  signerOf('s2')
  expect(opened).toEqual([])
  signerOf('s1')
  expect(opened).toEqual(['s1'])
})
