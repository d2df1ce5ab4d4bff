import { describe, expect, it } from 'vitest'
import { proseTables, type Token } from '../src/prose-tables.ts'

/** The tokens of a table as markdown-it makes them, with the attributes that were set. */
function marked(rows: string[][]): Record<string, string>[] {
  const made: { token: Token; attributes: Record<string, string> }[] = []
  const add = (type: string, content = '') => {
    const attributes: Record<string, string> = {}
    const set = (name: string, value: string) => void (attributes[name] = value)
    made.push({ token: { type, content, attrSet: set }, attributes })
  }
  add('table_open')
  for (const [index, cells] of rows.entries()) {
    add('tr_open')
    for (const cell of cells) {
      add(index === 0 ? 'th_open' : 'td_open')
      add('inline', cell)
    }
  }
  add('table_close')
  let rule: ((state: { tokens: Token[] }) => void) | undefined
  proseTables({ core: { ruler: { push: (_name, given) => void (rule = given) } } })
  rule?.({ tokens: made.map(({ token }) => token) })
  return made.filter(({ token }) => token.type === 'td_open').map(({ attributes }) => attributes)
}

describe('tables on a phone', () => {
  it('with sentences say in each cell which column it is of', () => {
    const table = marked([
      ['you see', '', '`means`'],
      ['401', 'x', 'Your receiver refuses the signature, perhaps of another endpoint.'],
      ['404', 'y', 'short'],
    ])
    const row = [{ 'data-column': 'you see' }, { 'data-column': '' }, { 'data-column': 'means' }]
    expect(table).toEqual([...row, ...row])
  })

  it('with words and numbers stay tables; an address is no sentence', () => {
    const link = '[D14](api-decisions.md#d14-ids-and-bytes-of-a-delivery-that-is-long)'
    expect(
      marked([
        ['a', 'b'],
        ['1', link],
      ]),
    ).toEqual([{}, {}])
  })
})
