import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import type { InsideWork } from './inside-work.ts'

const changing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

/** Refuses changes through `storage.db`: outside of `write` nothing makes them durable together, or announces them. */
export function readsOnly(inside: InsideWork): KyselyPlugin {
  return {
    transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
      if (changing.has(node.kind))
        throw new TypeError('storage.db is for reads: change data inside storage.write()')
      inside.refuse('storage.db was used')
      return node
    },
    transformResult({ result }): Promise<QueryResult<UnknownRow>> {
      return Promise.resolve(result)
    },
  }
}
