import { describe, expect, it } from 'vitest'
import { formatFigure, formatRatio } from './figure.ts'

describe('formatFigure', () => {
  it.each([
    [52_345, '52,300'],
    [999.6, '1,000'],
    [640, '640'],
    [99.94, '99.9'],
    [0.0412, '0.0412'],
    [0, '0'],
    [-12_345, '-12,300'],
    [Number.NaN, '–'],
  ])('%d is %s', (value, text) => expect(formatFigure(value)).toBe(text))
})

describe('formatRatio', () => {
  it.each([
    [0.346, '0.35'],
    [12.34, '12.3'],
    [undefined, ''],
  ])('%s is %s', (ratio, text) => expect(formatRatio(ratio)).toBe(text))
})
