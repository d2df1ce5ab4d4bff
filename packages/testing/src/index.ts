export type * from './control/contract.ts'
export * from './hostel/index.ts'
