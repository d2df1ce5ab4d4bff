/**
 * What every test of the sandbox may use, here and in `apps/sandbox-e2e`.
 *
 * `openStage` is a whole sandbox for one test, `openApi` one that a file shares, `openParts` the client API with its
 * storage in reach. `kinds` and `freshDatabase` are the databases that all of it runs on. Tests of `src/storage` and of
 * `src/delivery` take `databases.ts` and `delivery-lab.ts` themselves, as they need no server.
 */
export { type Api, openApi } from './api.ts'
export { type Answer, asCaller, type Call, createSender } from './caller.ts'
export { freshDatabase, freshFolder, type Kind, kinds, openForTest } from './databases.ts'
export { noon } from './noon.ts'
export { openParts, type Parts, type PlainTenant } from './parts.ts'
export { freshSchema, postgresLayout, postgresUrl } from './postgres.ts'
export { type PostgresServer, startPostgresServer } from './postgres-server.ts'
export { openRawCallers, type RawCallers, statuses } from './raw-callers.ts'
export { openStage, payment, type Stage } from './stage.ts'
export type { Tenant } from './tenant.ts'
