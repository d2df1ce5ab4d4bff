import { expect, it } from 'vitest'
import { parseTraceparent } from './traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

it('takes a traceparent apart', () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({
    version: '00',
    traceId,
    spanId,
    flags: '01',
  })
})

it.each([
  undefined,
  '',
  `00-${traceId}-${spanId}`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  [`00-${traceId}-${spanId}-01`],
])('finds none in %s', (value) => {
  expect(parseTraceparent(value)).toBeUndefined()
})
