// The entry `@svc/models/events`: what a receiver of webhooks needs.
export { EventError } from './event-error.ts'
export * from './event.ts'
export * from './parse-event.ts'
export { type EventType, eventTypes } from './vocabulary.ts'
