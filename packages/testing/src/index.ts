export type * from './control/contract.ts'
export {
  type ConnectOptions,
  connectSandbox,
  type SandboxControl,
  type TakenSnapshot,
} from './control/client.ts'
export { ControlError, InboxClosedError, InboxTimeoutError, TestingError } from './errors.ts'
export * from './fixtures/index.ts'
export * from './hostel/index.ts'
