import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../test/kit/databases.ts'
import { tryLock } from './lock.ts'

it('a lock is held by one at a time, also within one process', () => {
  const path = join(freshFolder(), 'x.lock')
  const held = tryLock(path)
  expect(held).toBeDefined()
  expect(tryLock(path)).toBeUndefined()
  held?.release()
  const again = tryLock(path)
  expect(again).toBeDefined()
  again?.release()
})

it('where no file can be made, that is said', () => {
  expect(() => tryLock(join(freshFolder(), 'nowhere', 'x.lock'))).toThrow('unable to open')
})
