import type { ClockState } from '@svc/control'
import type { StoredClock } from '../../clock/clock.ts'
import { advanceClock } from '../../delivery/advance.ts'
import { invalid } from '../../service/errors.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { advanceInput, clockInput } from '../schemas.ts'

/** The virtual clock (D19). */
export const clockRoutes: ControlRoutes = (fastify, control) => {
  const { clock, engine, storage } = control
  fastify.get('/clock', async () => clockState(clock))

  fastify.post('/clock', async (request) => {
    const { mode, now } = read(clockInput, request.body)
    try {
      await clock.set({ ...(mode ? { mode } : {}), ...(now ? { now: Date.parse(now) } : {}) })
    } catch (error) {
      if (error instanceof RangeError)
        throw invalid([{ path: 'now', message: `is refused: ${error.message}` }])
      throw error
    }
    return clockState(clock)
  })

  fastify.post('/clock/advance', async (request) => {
    const { seconds } = read(advanceInput, request.body)
    const attempts = await advanceClock({ clock, engine, storage, seconds })
    return { ...clockState(clock), attempts }
  })
}

export function clockState(clock: StoredClock): ClockState {
  return {
    mode: clock.mode,
    now: new Date(clock.now()).toISOString(),
    offset_seconds: Math.round(clock.offsetMs()) / 1000,
  }
}
