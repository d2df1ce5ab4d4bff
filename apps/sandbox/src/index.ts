export { StartError, type StartErrorCode } from './start/errors.ts'
export type { SandboxOptions } from './start/options.ts'
export { type Sandbox, startSandbox } from './start/start-sandbox.ts'
export type { TargetPolicy } from './service/context.ts'
export { StorageError, StorageUnusable } from './storage/errors.ts'
// The type of `sandbox.control`, and the error that its calls throw.
export { ControlError, type SandboxControl } from '@svc/control'
