import { describe, expect, it } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

/** The statuses that are read from pieces. */
function read(...pieces: string[]): number[] {
  const statuses: number[] = []
  const reader = createAnswerReader((status) => statuses.push(status))
  for (const piece of pieces) reader(Buffer.from(piece))
  return statuses
}

const answer = 'HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello'
const chunked = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'

describe('createAnswerReader', () => {
  it('ends an answer by its length', () => expect(read(answer)).toEqual([201]))
  it('ends an answer by its last chunk', () => expect(read(chunked)).toEqual([404]))
  it('waits for the rest', () => {
    for (let cut = 1; cut < answer.length; cut++) {
      expect(read(answer.slice(0, cut))).toEqual([])
      expect(read(answer.slice(0, cut), answer.slice(cut))).toEqual([201])
    }
  })
  it('finds several in one piece', () => expect(read(answer + chunked + answer)).toEqual([201, 404, 201]))
  it('counts bytes, not characters', () => {
    expect(read(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\né${answer}`)).toEqual([200, 201])
  })
})
