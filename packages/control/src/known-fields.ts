import { unknownOptions } from '@svc/models'
import type * as z from 'zod/mini'
import { ControlError } from './errors.ts'

type Known = Readonly<Record<string, unknown>>

/** What this file needs to know of a zod schema; all of it is public (`_zod.def`, for libraries). */
interface Part {
  _zod: { def: { type: string; shape?: Known; options?: readonly Part[]; innerType?: Part } }
}

/** The fields that a strict schema knows, those of all its forms together; undefined where it has no fields. */
export function knownFields(schema: z.ZodMiniType | undefined): Known | undefined {
  return schema && fieldsOf(schema)
}

function fieldsOf({ _zod: { def } }: Part): Known | undefined {
  if (def.shape) return def.shape
  if (def.innerType) return fieldsOf(def.innerType)
  return def.options && Object.assign({}, ...def.options.map(fieldsOf))
}

/**
 * Refuses a misspelt option before it is sent, with the one that was meant (D25). What is in the options is the
 * sandbox's to judge.
 *
 * @throws ControlError `invalid_option`
 */
export function refuseUnknown(of: string, given: unknown, known: Known | undefined): void {
  if (!known) return
  const details = unknownOptions(given, known)
  if (details.length === 0) return
  const words = details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  throw new ControlError('invalid_option', `${of}: ${words}.`.replace('?.', '?'), { status: null, details })
}
