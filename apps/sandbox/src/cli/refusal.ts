import { ControlError } from '@svc/control'
import { style } from './output.ts'

/**
 * A refusal of the sandbox for the person who typed the command: first what was wrong, each in a line, then the call that
 * was answered so.
 */
export function refusalWords({ message, reason, details }: ControlError): string {
  if (reason === null) return message
  const said = details.map((detail) => [detail.path, detail.message].filter(Boolean).join(' '))
  const end = message.indexOf(`: ${reason}`)
  const call = end === -1 ? [] : [style('dim', `(${message.slice(0, end)})`)]
  return [...(said.length > 0 ? said : [reason]), ...call].join('\n       ')
}

/**
 * Makes a call whose fields came as flags, and names these in a refusal: the person has typed `--payment-method` and never
 * seen `paymentMethod`.
 *
 * @param flags the flag of each field, by its path
 */
export async function namingFlags<T>(
  flags: Readonly<Record<string, string>>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    const { code, message, status, requestId, reason, cause } = error
    const details = error.details.map((detail) => ({ ...detail, path: flagOf(detail.path, flags) }))
    throw new ControlError(code, message, { status, details, requestId, reason }, { cause })
  }
}

/** `guest.first_name` is `--guest first_name`, and `events.0` is `--events`. */
function flagOf(path: string, flags: Readonly<Record<string, string>>): string {
  if (flags[path] !== undefined) return flags[path]
  const [field = '', ...inside] = path.split('.')
  if (flags[field] === undefined) return path
  return [flags[field], inside.filter((step) => !/^\d+$/.test(step)).join('.')].filter(Boolean).join(' ')
}
