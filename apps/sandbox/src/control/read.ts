import type * as z from 'zod/mini'
import { readInput } from '../http/input.ts'

/** The parsed body or query, or a refusal that names every bad field (D3). An absent body counts as `{}`. */
export function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  return readInput(schema, value ?? {})
}
