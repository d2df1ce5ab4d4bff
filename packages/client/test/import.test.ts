import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('importing opens nothing and leaves the global dispatcher as it was, and the process ends by itself', async () => {
  const script = fileURLToPath(new URL('fixtures/import-only.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, ['--conditions=@svc/source', script], { timeout: 15_000 })
  const { stdout } = await run
  const { before, imported, used, answers, fetched } = JSON.parse(stdout)
  expect(imported).toEqual(before)
  expect(used).toBe(true)
  expect(answers).toEqual([[], []])
  expect(fetched).toEqual([])
})
