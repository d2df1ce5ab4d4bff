import { ControlError } from '@svc/control'
import { s } from '../i18n/strings.ts'
import { Button } from './button.tsx'

/** What people call the field of a request. */
function fieldName(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  return (s.fields as Record<string, string>)[name] ?? name
}

/** What went wrong, in words for people. */
export function reasonOf(error: unknown): string[] {
  if (!(error instanceof ControlError)) return [error instanceof Error ? error.message : s.problem.unknown]
  if (error.code === 'unreachable') return [s.problem.away]
  if (error.details.length > 0)
    return error.details.map(({ path, message }) => `${fieldName(path)} ${message}`.trim())
  return [error.reason ?? error.message]
}

/** An error in the server's words, with what it says of each field and the id under which it is logged. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (error === undefined || error === null) return null
  const reasons = reasonOf(error)
  const requestId = error instanceof ControlError ? error.requestId : null
  return (
    <div className="notice bad" role="alert">
      {reasons.length === 1 ? (
        <p>{reasons[0]}</p>
      ) : (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {requestId && (
        <p className="muted">
          {s.problem.requestId} <code>{requestId}</code>
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>{s.common.tryAgain}</Button>}
    </div>
  )
}
