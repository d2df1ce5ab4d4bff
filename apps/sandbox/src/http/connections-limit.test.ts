import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../test/kit/index.ts'
import { connectionsLimit } from './connections-limit.ts'

async function processWith(descriptors: number | 'unlimited') {
  const folder = freshFolder()
  await mkdir(join(folder, 'fd'))
  for (const name of ['0', '1', '2', '3']) await writeFile(join(folder, 'fd', name), '')
  await writeFile(join(folder, 'limits'), `Max open files            ${descriptors}   4096   files\n`)
  return folder
}

it('stays below what the system allows', async () => {
  expect(connectionsLimit(10_000, await processWith(1_024))).toBe(717)
  expect(connectionsLimit(10_000, await processWith('unlimited'))).toBe(10_000)
  expect(connectionsLimit(100, await processWith(1_024))).toBe(100)
  expect(connectionsLimit(10_000, await processWith(64))).toBe(16)
})
