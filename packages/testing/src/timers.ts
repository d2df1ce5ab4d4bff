/** The timers as they were when this file was loaded: a test with fake timers must not stop the inbox. */
export const { setTimeout, clearTimeout } = globalThis
