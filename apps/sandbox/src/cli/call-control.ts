import { CliError } from './errors.ts'
import type { FoundSandbox } from './find-sandbox.ts'

/** One control call whose answer is wanted as it streams, or which the control client has under another form. */
export async function callControl(
  { url, adminToken }: FoundSandbox,
  method: 'GET' | 'POST',
  path: string,
): Promise<Response> {
  const response = await fetch(new URL(`/sandbox${path}`, url), {
    method,
    headers: { authorization: `Bearer ${adminToken}` },
  }).catch((error: unknown) => {
    throw new CliError('no_sandbox', `${url} cannot be reached: ${String((error as Error).cause ?? error)}`)
  })
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  throw new CliError(
    'refused',
    messageOf(text) ?? `${url} answered ${response.status}: ${text.slice(0, 500)}`,
  )
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message
  } catch {
    return undefined
  }
}
