export type * from './contract.ts'
export { type ConnectOptions, connectSandbox, type SandboxControl, type TakenSnapshot } from './client.ts'
export { ControlError, type ControlErrorFacts } from './errors.ts'
