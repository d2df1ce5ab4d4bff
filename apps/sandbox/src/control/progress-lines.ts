import { Readable } from 'node:stream'

/**
 * A stream of JSON lines that tells how far a long work is, and what came of it as the last one. Who goes away stops the
 * work: what it says then throws, and so does a check.
 *
 * @param work says lines, and resolves with the last one
 * @param onFailure the last line of a work that failed
 */
export function progressLines<Line>(
  work: (say: (line: Line) => void, check: () => void) => Promise<Line>,
  onFailure: (error: unknown) => Line,
): Readable {
  let gone = false
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      gone = true
      done(error)
    },
  })
  const check = () => {
    if (gone) throw new Error('The caller has gone.')
  }
  const say = (line: Line) => {
    check()
    stream.push(`${JSON.stringify(line)}\n`)
  }
  const end = (line: Line) => {
    if (gone) return
    say(line)
    stream.push(null)
  }
  void work(say, check).then(end, (error: unknown) => end(onFailure(error)))
  return stream
}
