import type { ErrorDetail } from '@svc/models'
import { originListed, replaceOrigins, selectOrigins } from '../storage/queries/origins.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './errors.ts'
import { getProperty } from './properties.ts'

const maxOrigins = 100
const fault =
  'must be an origin such as https://app.example.com: scheme and host, a port if need be, nothing after'

/** An origin in the one form in which browsers send it (lower case, no default port); undefined when it is none. */
function normaliseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare && !/[?#]/.test(text) ? url.origin : undefined
}

/** The origins from which browsers may call for this property (spec 5, D7), in alphabetical order. */
export async function getAllowedOrigins(db: Db, propertyId: string): Promise<string[]> {
  const property = await getProperty(db, propertyId)
  return selectOrigins(db, property.id)
}

/**
 * Replaces the allowed origins of a property. `null` is refused, because browsers send it for any file and any
 * sandboxed frame.
 *
 * @throws ServiceError `validation_error` naming every bad one (at most 100 origins); `not_found`
 */
export async function setAllowedOrigins(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  origins: readonly string[],
): Promise<string[]> {
  const property = await getProperty(tx, propertyId)
  if (origins.length > maxOrigins) {
    throw invalid([{ path: 'origins', message: `must have at most ${maxOrigins} entries` }])
  }
  const details: ErrorDetail[] = []
  const normalised = new Set<string>()
  for (const [index, text] of origins.entries()) {
    const origin = normaliseOrigin(text)
    if (origin === undefined) details.push({ path: `origins.${index}`, message: fault })
    else normalised.add(origin)
  }
  if (details.length > 0) throw invalid(details)
  await replaceOrigins(tx, property.id, [...normalised])
  await context.storage.notify(tx, 'access')
  return [...normalised].toSorted()
}

/** Whether a request with this `Origin` may come in: for this property or, in a preflight, for any. */
export async function originAllowed(db: Db, origin: string, propertyId?: string): Promise<boolean> {
  return originListed(db, origin, propertyId)
}
