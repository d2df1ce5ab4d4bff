import type { ControlError } from '@svc/control'
import { StartError } from '../start/errors.ts'
import { StorageError } from '../storage/errors.ts'
import { CliError } from './errors.ts'
import { note, style } from './output.ts'
import { permissionProblem } from './permission-model.ts'

/**
 * Says what went wrong in words for a person, without a stack. Only an unexpected error shows its stack, because it is
 * a mistake of this program.
 *
 * @returns the exit code
 */
export async function reportFailure(error: unknown): Promise<number> {
  const denied = permissionProblem(error)
  if (denied !== undefined) {
    note(`${style('red', 'error:')} ${denied}`)
    return 1
  }
  if (error instanceof CliError || error instanceof StartError || error instanceof StorageError) {
    note(`${style('red', 'error:')} ${error.message}`)
    return error instanceof CliError ? error.exitCode : 1
  }
  if (isControlError(error)) {
    // Loaded now: it needs the class, which a server would load for nothing.
    const { refusalWords } = await import('./refusal.ts')
    note(`${style('red', 'error:')} ${refusalWords(error)}`)
    return 1
  }
  note(`${style('red', 'error:')} this should not have happened; please report it.`)
  note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 70
}

/** By its name, as its class does. */
function isControlError(error: unknown): error is ControlError {
  return error instanceof Error && error.name === 'ControlError'
}
