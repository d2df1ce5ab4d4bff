import type { FirstSteps } from '@svc/control'
import { readFirstSteps, selectStepsDone, writeFirstSteps } from '../storage/queries/first-steps.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { timestamp } from '../service/wire.ts'
import type { RequestLog } from './request-log.ts'

interface Looked {
  log: Pick<RequestLog, 'held'>
  propertyId: string
  /** The virtual now, in milliseconds. */
  now: number
}

const none: FirstSteps = { key: null, call: null, endpoint: null, delivery: null, retry: null }
const names = Object.keys(none) as (keyof FirstSteps)[]

/** Which steps are done; one that is seen for the first time is kept, so that it stays done. */
export async function firstSteps({ storage, ...looked }: Looked & { storage: Storage }): Promise<FirstSteps> {
  const { steps, anew } = await look(storage.db, looked)
  return anew ? storage.write((db) => keepFirstSteps({ db, ...looked })) : steps
}

/** Keeps what is seen as done now: before something goes that shows it. */
export async function keepFirstSteps({ db, ...looked }: Looked & { db: Db }): Promise<FirstSteps> {
  const { steps, anew } = await look(db, looked)
  if (anew) await writeFirstSteps(db, looked.propertyId, JSON.stringify(steps))
  return steps
}

async function look(
  db: Db,
  { log, propertyId, now }: Looked,
): Promise<{ steps: FirstSteps; /** One was not kept yet. */ anew: boolean }> {
  const kept = {
    ...none,
    ...(JSON.parse((await readFirstSteps(db, propertyId)) ?? '{}') as Partial<FirstSteps>),
  }
  if (names.every((name) => kept[name] !== null)) return { steps: kept, anew: false }
  const done = await selectStepsDone(db, propertyId)
  done.call ||= log
    .held()
    .some(({ property_id, status }) => property_id === propertyId && status >= 200 && status < 300)
  const seen = names.filter((name) => kept[name] === null && done[name])
  const steps = { ...kept, ...Object.fromEntries(seen.map((name) => [name, timestamp(now)])) }
  return { steps, anew: seen.length > 0 }
}
