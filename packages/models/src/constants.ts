// The entry `@svc/models/vocabulary`: the names and numbers of the contract, without a schema.
export * from './headers.ts'
export * from './limits.ts'
export * from './vocabulary.ts'
