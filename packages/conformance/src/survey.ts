import { apiPrefix } from '@svc/models'
import type { Ways } from './check.ts'
import { ConformanceError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import type { Probe } from './probe.ts'

/** Brings the address to its one form. @throws ConformanceError `bad_url` */
export function baseUrlOf(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConformanceError('bad_url', `${JSON.stringify(given)} is no URL of http or https.`)
  }
  const at = url.pathname.search(/\/(api\/v1|client)(\/|$)/)
  if (at >= 0 || url.search || url.hash) {
    const base = url.origin + (at >= 0 ? url.pathname.slice(0, at) : url.pathname.replace(/(?<!\/)\/+$/, ''))
    throw new ConformanceError(
      'bad_url',
      `${given} has too much: give what comes before ${apiPrefix}, that is ${base}.`,
    )
  }
  return given.replace(/(?<!\/)\/+$/, '')
}

/**
 * Looks whether the server is there, takes the key and has the API, and where it has webhooks.
 *
 * @throws ConformanceError `unreachable`, `api_key_refused`, `bad_url`
 */
export async function survey(probe: Probe, baseUrl: string): Promise<Ways> {
  const exchange = await look(probe, `${apiPrefix}/bookings?limit=1`, baseUrl)
  const { status, text, request } = exchange
  if (status === 401 || status === 403) {
    throw new ConformanceError(
      'api_key_refused',
      `The server refuses the API key: GET ${request.path} → ${status} ${text.slice(0, 300)}`,
    )
  }
  if (status === 404 && (await look(probe, `${apiPrefix}/payments`, baseUrl)).status === 404) {
    throw new ConformanceError(
      'bad_url',
      `There is no client API at ${baseUrl}: GET ${request.path} → 404. Give what comes before ${apiPrefix}.`,
    )
  }
  const main = `${apiPrefix}/webhooks`
  const answered = (await look(probe, main, baseUrl)).status
  if (answered === 200) return { webhooks: main }
  // Spec 4.7 can be read as /client/webhooks.
  const other = (await look(probe, '/client/webhooks', baseUrl)).status
  return { webhooks: other === 200 ? '/client/webhooks' : main }
}

async function look(probe: Probe, path: string, baseUrl: string): Promise<Exchange> {
  try {
    return await probe.send({ method: 'GET', path })
  } catch (error) {
    if (error instanceof ConformanceError) throw error
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new ConformanceError('unreachable', `No server answers at ${baseUrl}: ${reason}`, { cause: error })
  }
}
