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
export function reportFailure(error: unknown): number {
  const denied = permissionProblem(error)
  if (denied !== undefined) {
    note(`${style('red', 'error:')} ${denied}`)
    return 1
  }
  if (
    error instanceof CliError ||
    error instanceof StartError ||
    error instanceof StorageError ||
    isControlError(error)
  ) {
    note(`${style('red', 'error:')} ${error.message}`)
    return error instanceof CliError ? error.exitCode : 1
  }
  note(`${style('red', 'error:')} this should not have happened; please report it.`)
  note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 70
}

/** By its name, as its class does: a server would have to load it for nothing. */
function isControlError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ControlError'
}
