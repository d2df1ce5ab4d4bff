import { describe, expect, it } from 'vitest'
import { withOrder } from './command-order.ts'

describe('withOrder', () => {
  it.each([
    ["error: unknown option '--url'\n", ['--url', 'http://x', 'clock']],
    ["error: unknown option '--url'\n", ['--url', 'x', 'clock', '--mode', 'real']],
    ["error: too many arguments for 'serve'.\n", ['--json', 'clock']],
    ["error: too many arguments for 'serve'.\n", ['--database', 'x.db', 'clock']],
  ])('%s', (error, args) => {
    expect(withOrder(error, args)).toBe(
      `${error}(a command stands before its flags: npx @svc/sandbox clock …)\n`,
    )
  })

  it.each([
    ["error: unknown option '--prt'\n", ['--prt', '80']],
    ["error: unknown option '--prt'\n", ['serve', '--prt', '80']],
    ["error: option '--seed <kind>' argument 'x' is invalid.\n", ['--seed', 'x']],
  ])('%s is none of its business', (error, args) => {
    expect(withOrder(error, args)).toBe(error)
  })
})
