import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { requestLogger } from './request-logger.ts'

/** The logger of a request, and the lines that came of it. */
function open(level: string) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const parent = pino({ level, base: null, timestamp: false }, stream)
  const log = requestLogger(parent, { request_id: 'r' })
  return { log, lines }
}

describe('the logger of a request', () => {
  it.each([
    ['trace', 10],
    ['debug', 20],
    ['info', 30],
    ['warn', 40],
    ['error', 50],
    ['fatal', 60],
  ] as const)('writes a line of %s with the id of the request', (level, number) => {
    const { log, lines } = open('trace')
    log[level]({ of: 'it' }, 'what %s', 'happened')
    expect(lines).toEqual([{ level: number, request_id: 'r', of: 'it', msg: 'what happened' }])
  })

  it('writes what its level has room for, and nothing that is silent', () => {
    const { log, lines } = open('warn')
    log.info('quiet')
    log.silent('nothing')
    log.warn('heard')
    expect(log.level).toBe('warn')
    expect(lines.map(({ msg }) => msg)).toEqual(['heard'])
  })

  it('hands its id on to children', () => {
    const { log, lines } = open('info')
    log.child({ part: 'p' }).info('it')
    expect(lines).toEqual([{ level: 30, request_id: 'r', part: 'p', msg: 'it' }])
  })
})
