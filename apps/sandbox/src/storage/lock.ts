export { type HeldLock, tryLock } from './sqlite/lock.ts'
