import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const fixture = async (name: string): Promise<unknown> => {
  const script = fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url))
  const run = promisify(execFile)(process.execPath, ['--conditions=@svc/source', script], { timeout: 15_000 })
  return JSON.parse((await run).stdout)
}

it('whoever else uses undici or fetch in the process finds both as they are without the client', async () => {
  expect(await fixture('other-users-of-undici')).toEqual({
    asked: [],
    fetchedByUndici: [],
    fetched: [],
    dispatched: 2,
  })
})

it('importing opens nothing and leaves the global dispatcher as it was, and the process ends by itself', async () => {
  const { before, imported, used, answers, fetched } = (await fixture('import-only')) as Record<
    string,
    unknown
  >
  expect(imported).toEqual(before)
  expect(used).toBe(true)
  expect(answers).toEqual([[], []])
  expect(fetched).toEqual([])
})

it('where a runtime has put a stand-in in the place of undici, the package itself is used', async () => {
  expect(await fixture('stand-in-of-undici')).toEqual({ asked: ['undici', 'undici/index.js'], answer: [] })
})
