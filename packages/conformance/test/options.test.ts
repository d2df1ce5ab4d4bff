import { runConformance } from '@svc/conformance'
import { describe, expect, it } from 'vitest'

const apiKey = 'k'

describe('options (D25)', () => {
  it.each([
    [{ url: 'http://127.0.0.1:1', apiKey, destrutive: true }, 'did you mean destructive?'],
    [{ url: 'http://127.0.0.1:1', apikey: 'k' }, 'did you mean apiKey?; apiKey is required'],
    [undefined, 'url is required; apiKey is required'],
  ])('%j is refused', async (options, words) => {
    await expect(runConformance(options as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(words),
    })
  })
})
