import { createApiKey, resolveApiKey } from '../service/api-keys.ts'
import type { ServiceContext } from '../service/context.ts'
import { createProperty, listProperties } from '../service/properties.ts'
import { insertSeedRows } from '../seed/insert-stays.ts'
import { believableHostel, hostelRows } from '../seed/seed-hostel.ts'
import { lockProperty } from '../storage/queries/properties.ts'
import { claimFirstProperty, holdsData } from '../storage/queries/first-property.ts'
import type { Db } from '../storage/storage.ts'

/** The property that a start opens, and a key for it. */
export interface FirstProperty {
  propertyId: string
  propertyName: string
  apiKey: string
}

export interface FirstPropertyOptions {
  context: ServiceContext
  /** The key to hand out, kept where it exists and made where it does not. @default a new one */
  apiKey?: string | undefined
  /** Id of the property, if one has to be made. @default a new UUID */
  propertyId?: string | undefined
  /** Name of the property, if one has to be made. @default that of the seed */
  propertyName?: string | undefined
  /** What an empty database is filled with. */
  seed: 'hostel' | 'empty'
}

const defaultName = 'Hostel Sandbox'

/**
 * Makes sure that there is a property with an API key, in the transaction given. Of several nodes that start at once on one
 * database, the first makes the property, and the others find it.
 */
export async function ensureFirstProperty(tx: Db, options: FirstPropertyOptions): Promise<FirstProperty> {
  const { context, seed, apiKey } = options
  const now = context.runtime.clock.now()
  const known = apiKey === undefined ? undefined : await resolveApiKey(tx, apiKey)
  const id = known?.propertyId ?? (await claimFirstProperty(tx, options.propertyId ?? context.runtime.uuid()))

  let made: ReturnType<typeof believableHostel> | undefined
  const hostel = () => (made ??= believableHostel({ now }))
  const properties = await listProperties(tx)
  const property =
    properties.find((found) => found.id === id) ??
    properties[0] ??
    (await createProperty(context, tx, {
      id,
      name: options.propertyName ?? (seed === 'hostel' ? hostel().property.name : defaultName),
    }))
  // Held until the commit: two nodes that are given the same new key make it once.
  await lockProperty(tx, property.id)
  if (seed === 'hostel' && !(await holdsData(tx))) {
    await insertSeedRows(tx, hostelRows(property.id, hostel()))
  }
  const handed = { propertyId: property.id, propertyName: property.name }
  if (apiKey !== undefined && (known || (await resolveApiKey(tx, apiKey)))) return { ...handed, apiKey }
  const { key } = await createApiKey(context, tx, property.id, {
    name: 'Made at start',
    key: apiKey,
  })
  return { ...handed, apiKey: key }
}
