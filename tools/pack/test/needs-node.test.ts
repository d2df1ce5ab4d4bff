import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { refusalOfOldNode } from '../../needs-node.ts'

const lines = refusalOfOldNode('@svc/door-locks', '>=22.19')
const on = (node?: string): void => {
  runInNewContext(lines, node === undefined ? {} : { process: { versions: { node } } })
}

describe('refusalOfOldNode', () => {
  it.each(['20.20.2', '22.9.0', '22.18.9'])('says on Node %s what is needed', (node) => {
    expect(() => on(node)).toThrow(
      expect.objectContaining({
        message: `@svc/door-locks needs Node.js 22.19 or newer; this is ${node}.`,
        code: 'old_node',
      }),
    )
  })

  it.each(['22.19.0', '24.0.0', '26.10.0', undefined])('lets %s pass', (node) => {
    expect(() => on(node)).not.toThrow()
  })

  it('refuses engines in a form that it cannot read', () => {
    expect(() => refusalOfOldNode('@svc/door-locks', '^22')).toThrow('"engines" says ^22')
  })
})
