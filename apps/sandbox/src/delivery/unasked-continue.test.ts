import { describe, expect, it } from 'vitest'
import { createAnswerHeads } from './unasked-continue.ts'

/** What is read instead of these bytes, cut in two at every place. */
function passed(text: string): string {
  const results = Array.from({ length: text.length + 1 }, (_, cut) => {
    const heads = createAnswerHeads()
    const parts = [text.slice(0, cut), text.slice(cut)].map((part) => Buffer.from(part, 'latin1'))
    for (const part of parts) heads.pass(part)
    return Buffer.concat(parts).toString('latin1')
  })
  expect(new Set(results).size).toBe(1)
  return results[0] as string
}

const final = 'HTTP/1.1 200 OK\r\n\r\n'

describe('of the heads of an answer', () => {
  it.each([
    ['one', `HTTP/1.1 100 Continue\r\n\r\n${final}`, `HTTP/1.1 102 Continue\r\n\r\n${final}`],
    [
      'several, with headers',
      `\r\nHTTP/1.0 100\r\nA: b\r\n\r\nHTTP/1.1 103\r\nC: d\r\nE:\r\n\r\nHTTP/1.1 100 \r\n\r\n${final}`,
      `\r\nHTTP/1.0 102\r\nA: b\r\n\r\nHTTP/1.1 103\r\nC: d\r\nE:\r\n\r\nHTTP/1.1 102 \r\n\r\n${final}`,
    ],
  ])('100 is read as 102: %s', (_, bytes, expected) => {
    expect(passed(bytes)).toBe(expected)
  })

  it.each([
    ['another status', 'HTTP/1.1 110 x\r\n\r\nHTTP/1.1 101 x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    [
      'a header that looks like one',
      'HTTP/1.1 103 x\r\nHTTP/1.1 100 Continue\r\nA: b\r\nHTTP/1.1 100 x\r\n\r\n',
    ],
    ['a body', `${final}HTTP/1.1 100 Continue\r\n\r\n`],
    ['a status line in two', 'HTTP/\r\n1.1 100 Continue\r\n\r\n'],
    ['what is no answer', 'HTTP/2.0 100 Continue\r\n\r\n'],
    ['what has no line of its own', 'xHTTP/1.1 100 Continue\r\n\r\n'],
  ])('nothing else is touched: %s', (_, bytes) => {
    expect(passed(bytes)).toBe(bytes)
  })

  it('the next answer begins where it is told', () => {
    const heads = createAnswerHeads()
    const bytes = () => Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')
    heads.pass(Buffer.from(final))
    const [before, after] = [bytes(), bytes()]
    heads.pass(before)
    heads.begin()
    heads.pass(after)
    expect([before, after].map((chunk) => chunk.toString('latin1', 9, 12))).toEqual(['100', '102'])
  })
})
