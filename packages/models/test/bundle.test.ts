import { describe, expect, it } from 'vitest'
import { bundle, ceilings } from './bundle-sizes.ts'

describe('small imports stay small', () => {
  it.each(ceilings)('$imports: at most $bytes bytes, zod: $zod', async ({ imports, bytes, zod }) => {
    const found = await bundle(imports, { source: true })
    expect(found.bytes).toBeLessThanOrEqual(bytes)
    // A bundle that resolved nothing would be small too.
    expect(found.bytes).toBeGreaterThan(bytes / 2)
    expect(found.inputs.some((path) => path.includes('node_modules/zod/'))).toBe(zod)
    expect(found.inputs.filter((path) => path.includes('/openapi/'))).toEqual([])
  })

  it('leaves the other schemas out', async () => {
    const { inputs } = await bundle('paymentSchema', { source: true })
    const own = inputs.filter((path) => !path.includes('node_modules')).map((path) => path.split('/').pop())
    expect(new Set(own)).toEqual(
      new Set([
        'amount-schema.ts',
        'documented.ts',
        'lazily.ts',
        'open.ts',
        'payment.ts',
        'primitives.ts',
        'vocabulary.ts',
      ]),
    )
  })
})
