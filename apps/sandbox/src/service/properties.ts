import type { Property } from '@svc/control'
import {
  type PropertyRow,
  findProperty,
  insertProperty,
  selectProperties,
} from '../storage/queries/properties.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { notFound } from './errors.ts'
import { readId, timestamp } from './wire.ts'

const toProperty = ({ id, name, created_at }: Omit<PropertyRow, 'seq'>): Property => ({
  id,
  name,
  created_at: timestamp(created_at),
})

/** Creates a property: a tenant with keys, origins and data of its own. */
export async function createProperty(
  context: ServiceContext,
  tx: Db,
  input: { name: string; /** @default a new UUID */ id?: string },
): Promise<Property> {
  const row = {
    id: input.id ?? context.runtime.uuid(),
    name: input.name,
    created_at: context.runtime.clock.now(),
  }
  await insertProperty(tx, row)
  return toProperty(row)
}

/** All properties, oldest first. */
export async function listProperties(db: Db): Promise<Property[]> {
  return (await selectProperties(db)).map(toProperty)
}

/**
 * One property.
 *
 * @throws ServiceError `not_found`
 */
export async function getProperty(db: Db, propertyId: string): Promise<Property> {
  const id = readId(propertyId)
  const found = id && (await findProperty(db, id))
  if (!found) throw notFound('property', propertyId)
  return toProperty(found)
}
