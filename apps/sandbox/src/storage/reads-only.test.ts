import type { PluginTransformQueryArgs } from 'kysely'
import { expect, it } from 'vitest'
import type { InsideWork } from './inside-work.ts'
import { readsOnly } from './reads-only.ts'

const plugin = readsOnly({ refuse: () => {} } as unknown as InsideWork)
const query = (kind: string) => ({ node: { kind } }) as unknown as PluginTransformQueryArgs

it.each(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])(
  'refuses an %s',
  (kind) => expect(() => plugin.transformQuery(query(kind))).toThrow('storage.write()'),
)

it('lets a read through, unless a work is in progress that would wait for it', () => {
  const read = query('SelectQueryNode')
  expect(plugin.transformQuery(read)).toBe(read.node)
  const refuse = () => {
    throw new Error('inside')
  }
  expect(() => readsOnly({ refuse } as unknown as InsideWork).transformQuery(read)).toThrow('inside')
})
