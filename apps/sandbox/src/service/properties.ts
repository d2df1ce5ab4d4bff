import type { Property, PropertyChanges, PropertyInput } from '@svc/control'
import {
  type PropertyRow,
  findProperty,
  insertProperty,
  selectProperties,
  updateProperty as updateRow,
} from '../storage/queries/properties.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { notFound } from './errors.ts'
import { readId, timestamp } from './wire.ts'

const toProperty = ({ id, name, created_at, time_zone }: Omit<PropertyRow, 'seq'>): Property => ({
  id,
  name,
  time_zone: time_zone ?? 'UTC',
  created_at: timestamp(created_at),
})

/** Creates a property: a tenant with keys, origins and data of its own. */
export async function createProperty(
  context: ServiceContext,
  tx: Db,
  input: PropertyInput & { /** @default a new UUID */ id?: string },
): Promise<Property> {
  const row = {
    id: input.id ?? context.runtime.uuid(),
    name: input.name,
    time_zone: input.time_zone ?? null,
    created_at: context.runtime.clock.now(),
  }
  await insertProperty(tx, row)
  return toProperty(row)
}

/**
 * Changes the name or the time zone of a property.
 *
 * @throws ServiceError `not_found`
 */
export async function updateProperty(
  tx: Db,
  propertyId: string,
  { name, time_zone }: PropertyChanges,
): Promise<Property> {
  const changes = { ...(name !== undefined && { name }), ...(time_zone !== undefined && { time_zone }) }
  if (Object.keys(changes).length > 0) await updateRow(tx, propertyId, changes)
  return getProperty(tx, propertyId)
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
