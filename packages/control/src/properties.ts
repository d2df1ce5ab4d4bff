import { limits, timestamp, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** A tenant of the sandbox. */
export const propertySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Property identifier.')),
    name: z.string().check(z.describe('Its name, for people.')),
    time_zone: z
      .string()
      .check(
        z.describe(
          'IANA name of the time zone in which people there live. It changes how times are shown, nothing else.',
        ),
      ),
    created_at: timestamp(),
  }),
)
/** A tenant of the sandbox. */
export type Property = {
  /** Property identifier. A UUID. */
  id: string
  /** Its name, for people: `Hostel Miramar`. */
  name: string
  /** IANA name of the time zone in which people there live: `Europe/Lisbon`. It changes how times are shown, nothing else. */
  time_zone: string
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}

/** All properties, oldest first. */
export const propertyListSchema = /* @__PURE__ */ lazily(() => z.array(propertySchema))

const timeZone = () =>
  z
    .optional(
      text(100).check(z.refine(isTimeZone, 'must be the IANA name of a time zone, such as Europe/Lisbon')),
    )
    .check(z.describe('IANA name of its time zone, such as `Europe/Lisbon`. Default UTC.'))

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Body of `POST /properties`. */
export const propertyInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    name: text(limits.nameLength).check(z.describe('Its name, for people.')),
    time_zone: timeZone(),
  }),
)
/** A property to create. */
export type PropertyInput = {
  /** Its name, for people: `Hostel Miramar`. */
  name: string
  /** IANA name of its time zone: `Europe/Lisbon`. Default UTC. */
  time_zone?: string | undefined
}

/** Body of `PATCH /properties/{propertyId}`. */
export const propertyChangesSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    name: z.optional(text(limits.nameLength)).check(z.describe('Its name, for people.')),
    time_zone: timeZone(),
  }),
)
/** Changes of a property. What is left out stays. */
export type PropertyChanges = {
  /** Its name, for people: `Hostel Miramar`. */
  name?: string | undefined
  /** IANA name of its time zone: `Europe/Lisbon`. */
  time_zone?: string | undefined
}

const apiKeyFields = () => ({
  id: uuid().check(z.describe('API key identifier.')),
  name: z.string().check(z.describe('What it is for.')),
  hint: z.string().check(z.describe('First characters of the key, to tell keys apart.')),
  created_at: timestamp(),
})

/** An API key without its secret part. */
export const apiKeySchema = /* @__PURE__ */ lazily(() => z.looseObject(apiKeyFields()))
/** An API key without its secret part. */
export type ApiKey = {
  /** API key identifier. A UUID. */
  id: string
  /** What it is for: `night audit`. */
  name: string
  /** First characters of the key, to tell keys apart. */
  hint: string
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}

/** The API keys of a property, oldest first. */
export const apiKeyListSchema = /* @__PURE__ */ lazily(() => z.array(apiKeySchema))

/** A new API key: the only answer that carries the key itself. */
export const createdApiKeySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    ...apiKeyFields(),
    key: z.string().check(z.describe('The key. Keep it: it is never shown again.')),
  }),
)
/** A new API key: the only answer that carries the key itself. */
export type CreatedApiKey = {
  /** The key, `X-API-Key` of requests. Keep it: it is never shown again. */
  key: string
  /** API key identifier. A UUID. */
  id: string
  /** What it is for: `night audit`. */
  name: string
  /** First characters of the key, to tell keys apart. */
  hint: string
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}

/** Body of `POST …/api-keys`. */
export const apiKeyInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    name: z.optional(text(limits.nameLength)).check(z.describe('What it is for. Default "API key".')),
  }),
)
/** An API key to create. */
export type ApiKeyInput = {
  /** What it is for: `night audit`. Default `API key`. */
  name?: string | undefined
}

/** The origins from which browsers may call. */
export const allowedOriginsSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    origins: z.array(z.string()).check(z.describe('Origins such as `https://app.example.com`.')),
  }),
)
/** The origins from which browsers may call. */
export type AllowedOrigins = {
  /** Origins such as `https://app.example.com`. */
  origins: string[]
}

/** Body of `PUT …/allowed-origins`. The service decides what an origin is, and names each bad one. */
export const allowedOriginsInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    origins: z
      .array(z.string().check(z.maxLength(2_048, 'must have at most 2048 characters')))
      .check(z.describe('The whole list; it replaces the present one.')),
  }),
)
/** The origins to allow. */
export type AllowedOriginsInput = {
  /** The whole list; it replaces the present one. */
  origins: string[]
}

/** Properties, their API keys and origins: what people do in a dashboard. */
export const propertyOperations = {
  listProperties: {
    method: 'GET',
    path: '/properties',
    tag: 'properties',
    summary: 'List properties, oldest first',
    status: 200,
    answer: propertyListSchema,
  },
  createProperty: {
    method: 'POST',
    path: '/properties',
    tag: 'properties',
    summary: 'Create a property',
    body: propertyInputSchema,
    status: 201,
    answer: propertySchema,
  },
  updateProperty: {
    method: 'PATCH',
    path: '/properties/{propertyId}',
    tag: 'properties',
    summary: 'Change the name or the time zone of a property',
    body: propertyChangesSchema,
    status: 200,
    answer: propertySchema,
  },
  listApiKeys: {
    method: 'GET',
    path: '/properties/{propertyId}/api-keys',
    tag: 'properties',
    summary: 'List the API keys of a property, oldest first',
    status: 200,
    answer: apiKeyListSchema,
  },
  createApiKey: {
    method: 'POST',
    path: '/properties/{propertyId}/api-keys',
    tag: 'properties',
    summary: 'Create an API key; it is shown once',
    body: apiKeyInputSchema,
    status: 201,
    answer: createdApiKeySchema,
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/properties/{propertyId}/api-keys/{apiKeyId}',
    tag: 'properties',
    summary: 'Delete an API key',
    status: 204,
  },
  getAllowedOrigins: {
    method: 'GET',
    path: '/properties/{propertyId}/allowed-origins',
    tag: 'properties',
    summary: 'Get the origins from which browsers may call',
    status: 200,
    answer: allowedOriginsSchema,
  },
  setAllowedOrigins: {
    method: 'PUT',
    path: '/properties/{propertyId}/allowed-origins',
    tag: 'properties',
    summary: 'Replace the origins from which browsers may call',
    body: allowedOriginsInputSchema,
    status: 200,
    answer: allowedOriginsSchema,
  },
} as const satisfies Record<string, ControlOperation>
