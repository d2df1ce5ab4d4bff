import { readdirSync } from 'node:fs'
import { chdir, cwd } from 'node:process'
import { expect, it } from 'vitest'
import { freshFolder } from '../../test/kit/databases.ts'
import { openStorage } from './open.ts'

it.each([
  ['mysql://user:hunter2@localhost/x', '"mysql://…"'],
  ['', '"://…"'],
])('%j is no database, and no folder of that name is made', async (database, shown) => {
  const before = cwd()
  const folder = freshFolder()
  chdir(folder)
  try {
    await expect(openStorage({ database })).rejects.toThrow(`Cannot use the database ${shown}`)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    chdir(before)
  }
})
