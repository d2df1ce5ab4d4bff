import type { Fault } from '@svc/control'
import { s } from '../i18n/strings.ts'

/** What a fault does, in words. */
export function actionText({ action, when }: Fault): string {
  const moment = s.faults.moments[when]
  switch (action.type) {
    case 'status':
      return s.faults.answers(action.status, moment)
    case 'delay':
      return s.faults.waits(action.ms, moment)
    case 'reset':
      return s.faults.cuts(moment)
    case 'truncate':
      return s.faults.breaksOff(moment)
    case 'timeout':
      return s.faults.timesOut
    case 'unreachable':
      return s.faults.reachesNobody
    default:
      return s.faults.unknown
  }
}
