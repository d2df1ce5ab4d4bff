import { describe, expect, it } from 'vitest'
import { StorageConflict } from '../storage/errors.ts'
import type { Db } from '../storage/storage.ts'
import { writeSettled } from './write-settled.ts'

function failing(errors: unknown[]) {
  let calls = 0
  const write = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const error = errors[calls++]
    if (error) throw error
    return work({} as Db)
  }
  return { storage: { write }, calls: () => calls }
}

describe('writeSettled', () => {
  it('runs work again whose reference has vanished', async () => {
    const { storage, calls } = failing([new StorageConflict('reference', 'endpoint is gone')])
    expect(await writeSettled(storage, () => Promise.resolve('done'))).toBe('done')
    expect(calls()).toBe(2)
  })

  it('gives up after three times, and at once for anything else', async () => {
    const gone = new StorageConflict('reference', 'endpoint is gone')
    const three = failing([gone, gone, gone, gone])
    await expect(writeSettled(three.storage, () => Promise.resolve())).rejects.toBe(gone)
    expect(three.calls()).toBe(3)
    const taken = new StorageConflict('unique', 'id is taken')
    const one = failing([taken])
    await expect(writeSettled(one.storage, () => Promise.resolve())).rejects.toBe(taken)
    expect(one.calls()).toBe(1)
  })
})
