/**
 * The real clock and timers, taken when this file is loaded: a test suite that fakes the global ones must not hang
 * real calls. No other file of the package uses the globals.
 */
export const { setTimeout, clearTimeout, performance, Date } = globalThis
