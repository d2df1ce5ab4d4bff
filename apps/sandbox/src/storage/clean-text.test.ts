import { expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'

it('U+0000 becomes the replacement character, each of them, and nothing else changes', () => {
  expect(cleanText('a\0b\0')).toBe('a\uFFFDb\uFFFD')
  expect(cleanText('a\u0001b')).toBe('a\u0001b')
  expect(cleanText('')).toBe('')
})
