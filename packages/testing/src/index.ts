export type * from './control/contract.ts'
export * from './fixtures/index.ts'
export * from './hostel/index.ts'
