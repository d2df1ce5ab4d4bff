import { runConformance } from '@svc/conformance'
import { describe, expect, it } from 'vitest'

const apiKey = 'k'

describe('options (D25)', () => {
  it.each([
    [{ url: 'http://127.0.0.1:1', apiKey, destrutive: true }, 'did you mean destructive?'],
    [{ url: 'http://127.0.0.1:1', apikey: 'k' }, 'did you mean apiKey?; apiKey is required'],
    [{ url: new URL('http://127.0.0.1:1'), apiKey }, 'url must be a text'],
    [{ url: 'http://127.0.0.1:1', apiKey, destructive: 'false' }, 'destructive must be true or false.'],
    [{ url: 'http://127.0.0.1:1', apiKey, wait: 0 }, 'wait must be true or false.'],
    [{ url: 'http://127.0.0.1:1', apiKey, only: '4.1' }, 'only must be a list of texts.'],
    [{ url: 'http://127.0.0.1:1', apiKey, patience: '10' }, 'patience must be a number from 0.'],
    [{ url: 'http://127.0.0.1:1', apiKey, onRow: 'log' }, 'onRow must be a function.'],
    [{ url: 'http://127.0.0.1:1', apiKey, signal: new AbortController() }, 'signal must be an AbortSignal.'],
    [undefined, 'url is required; apiKey is required'],
  ])('%j is refused', async (options, words) => {
    await expect(runConformance(options as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(words),
    })
  })
})
