import { expect, it } from 'vitest'
import { toCsv } from './download.ts'

it.each(['=1+1', '+1', '@SUM(A1)', '-1+1', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1+1', '＠SUM(A1)'])(
  'a cell that a spreadsheet would calculate gets an apostrophe: %j',
  (text) => {
    const [cell = ''] = toCsv([[text]]).split('\r\n')
    expect(cell.replaceAll('"', '')).toBe(`'${text}`)
  },
)

it.each(['-120.5000', '120.5000', 'a=b', 'Ana -', ''])('any other is as it was: %j', (text) => {
  expect(toCsv([[text, 1]])).toBe(`${text},1\r\n`)
})

it('quotes what has commas, quotes or lines in it', () => {
  expect(toCsv([['a,b', 'say "no"', 'one\ntwo', null, undefined, { a: 1 }]])).toBe(
    '"a,b","say ""no""","one\ntwo",,,"{""a"":1}"\r\n',
  )
})
