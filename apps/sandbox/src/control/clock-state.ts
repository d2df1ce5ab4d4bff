import type { ClockAdvanced, ClockInput, ClockState } from '@svc/control'
import type { StoredClock } from '../clock/clock.ts'
import { type AdvanceOptions, advanceClock } from '../delivery/advance.ts'
import { invalid } from '../service/errors.ts'

/** The virtual clock as the wire shows it (D19). */
export function clockState(clock: Pick<StoredClock, 'mode' | 'now' | 'offsetMs'>): ClockState {
  return {
    mode: clock.mode,
    now: new Date(clock.now()).toISOString(),
    offset_seconds: Math.round(clock.offsetMs()) / 1000,
  }
}

/** @throws ServiceError `validation_error` for a time that the clock cannot go to */
export async function setControlledClock(clock: StoredClock, { mode, now }: ClockInput): Promise<ClockState> {
  try {
    await clock.set({ mode, now: now === undefined ? undefined : Date.parse(now) })
  } catch (error) {
    if (error instanceof RangeError) throw invalid([{ path: 'now', message: `is refused: ${error.message}` }])
    throw error
  }
  return clockState(clock)
}

/**
 * Resolves when every delivery that becomes due on the way has settled.
 *
 * @throws ServiceError `validation_error` for a time that the clock cannot go to
 */
export async function advanceControlledClock(
  options: AdvanceOptions & { clock: StoredClock },
): Promise<ClockAdvanced> {
  try {
    const attempts = await advanceClock(options)
    return { ...clockState(options.clock), attempts }
  } catch (error) {
    if (error instanceof RangeError)
      throw invalid([{ path: 'seconds', message: `is refused: ${error.message}` }])
    throw error
  }
}
