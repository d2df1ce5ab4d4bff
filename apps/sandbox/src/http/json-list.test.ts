import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonList } from './json-list.ts'

async function* pagesOf(pages: unknown[][]) {
  for (const page of pages) yield { json: JSON.stringify(page) }
}

async function textOf(list: string | Readable): Promise<string> {
  return typeof list === 'string' ? list : (await list.toArray()).join('')
}

describe('jsonList', () => {
  it('writes what JSON.stringify would of the whole list', async () => {
    const page = fc.array(fc.record({ id: fc.integer(), text: fc.string() }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 5 }), async (pages) => {
        expect(await textOf(await jsonList(pagesOf(pages)))).toBe(JSON.stringify(pages.flat()))
      }),
    )
  })

  it('is one text for one page and a stream for more', async () => {
    expect(await jsonList(pagesOf([]))).toBe('[]')
    expect(await jsonList(pagesOf([[1, 2]]))).toBe('[1,2]')
    expect(await jsonList(pagesOf([[1], [2]]))).toBeInstanceOf(Readable)
  })

  it('reads no further than its reader takes', async () => {
    let read = 0
    async function* endless() {
      for (;;) yield { json: JSON.stringify([`${read++}`.padStart(10_000, '0')]) }
    }
    const list = (await jsonList(endless())) as Readable
    for await (const _ of list) break
    expect(read).toBeLessThan(20)
    expect(list.destroyed).toBe(true)
  })

  it('fails before the first byte when the first page fails', async () => {
    async function* broken(): AsyncGenerator<{ json: string }, void> {
      yield await Promise.reject(new Error('no database'))
    }
    await expect(jsonList(broken())).rejects.toThrow('no database')
  })
})
