import { expect, it } from 'vitest'
import { typedMoney } from './typed-money.ts'

it.each([
  ['25', '25'],
  ['25.00', '25.00'],
  ['25,5', '25.5'],
  [' 1 234,50 ', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['-3,10', '-3.10'],
  ['0,1234', '0.1234'],
])('reads %j as %s', (typed, amount) => {
  expect(typedMoney(typed)).toBe(amount)
})

it('leaves what is no money for the server to refuse', () => {
  expect(typedMoney('ten')).toBe('ten')
})
