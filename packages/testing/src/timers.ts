/** The timers as they were when this file was loaded: a test that installs fake ones must not stop the inbox. */
export const { setTimeout, clearTimeout } = globalThis
