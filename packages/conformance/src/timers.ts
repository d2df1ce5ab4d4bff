/** The timers as they were when this file was loaded: fake timers of a test must not stop a run. */
export const { setTimeout } = globalThis
