import { Readable } from 'node:stream'

/**
 * A stream of JSON lines that tells how far a long work is, and what came of it as the last one: of one that failed,
 * `{"error":"…"}`. Who goes away stops the work: what it says then throws, and so does a check.
 *
 * @param work says lines, and resolves with the last one
 */
export function progressLines<Line extends object>(
  work: (say: (line: Line) => void, check: () => void) => Promise<Line>,
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
  const push = (line: object) => stream.push(`${JSON.stringify(line)}\n`)
  const say = (line: Line) => {
    check()
    push(line)
  }
  const end = (line: object) => {
    if (gone) return
    push(line)
    stream.push(null)
  }
  void work(say, check).then(end, (error: unknown) =>
    end({ error: error instanceof Error ? error.message : String(error) }),
  )
  return stream
}
