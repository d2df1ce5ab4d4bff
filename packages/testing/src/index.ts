export type * from './control/contract.ts'
