import type { ClockState } from '@svc/control'
import { formatDuration } from './duration.ts'

/** A clock in a line: its time, whether it runs, and how far it is from the machine's. */
export function clockLine(state: ClockState): string {
  const ahead = state.offset_seconds
  const offset =
    Math.abs(ahead) < 1
      ? 'as the machine'
      : `${formatDuration(Math.abs(ahead) * 1000)} ${ahead > 0 ? 'ahead of' : 'behind'} the machine`
  return `${state.now}  ${state.mode === 'manual' ? 'standing still' : 'running'}, ${offset}`
}
