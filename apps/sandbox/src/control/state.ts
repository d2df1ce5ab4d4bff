import type { ResetResult, SandboxExport } from '@svc/control'
import { listProperties } from '../service/properties.ts'
import type { OnRows } from '../storage/dump.ts'
import type { Control } from './context.ts'

/** The state after everything was replaced. */
async function leftBehind({ storage }: Pick<Control, 'storage'>): Promise<ResetResult> {
  return { properties: await listProperties(storage.db) }
}

/** Brings the sandbox back to its state after the first start. */
export async function resetState(control: Control): Promise<ResetResult> {
  await control.reset()
  return leftBehind(control)
}

/** @throws ServiceError `not_found` */
export async function restoreSnapshot(control: Control, id: string): Promise<ResetResult> {
  await control.snapshots.restore(id)
  return leftBehind(control)
}

/** @throws ServiceError `validation_error` when the rows are not of this version's tables */
export async function importState(
  control: Control,
  document: Pick<SandboxExport, 'tables'>,
  onRows?: OnRows,
): Promise<ResetResult> {
  await control.tables.import(document, onRows)
  control.faults.clear()
  return leftBehind(control)
}
