import type { DatabaseSync } from 'node:sqlite'

/** Does a part of a transaction. What it returns is called when the transaction is on the disk. */
export type Work = () => (() => void) | undefined

/** Work that arrives while one commit is under way goes into the next one: all of it waits for the disk once. */
export function createGroupCommit(db: DatabaseSync): (work: Work) => void {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  let waiting: Work[] = []
  const flush = () => {
    const works = waiting
    waiting = []
    begin.run()
    const afterwards = works.map((work) => work())
    commit.run()
    for (const then of afterwards) then?.()
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(flush)
  }
}
