/**
 * Which timers to fake in a test that also makes real calls: those that the code under test waits for. `setImmediate`
 * and the microtasks stay real, because Node's HTTP clients and most servers wait for them.
 *
 * `@svc/client`, the control client, the inbox and the sandbox work under all fake timers; other HTTP clients and the
 * servers of your tests may not.
 *
 * @example
 * vi.useFakeTimers(fakeTimers.vitest)
 * jest.useFakeTimers(fakeTimers.jest)
 * mock.timers.enable(fakeTimers.node) // node:test
 */
export const fakeTimers: FakeTimers = {
  vitest: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
  jest: {
    doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'],
  },
  node: { apis: ['setTimeout', 'setInterval', 'Date'] },
}

/** What each test runner takes. */
export interface FakeTimers {
  /** For `vi.useFakeTimers()`. */
  vitest: {
    /** Timers to fake: all but those that calls wait on. */
    toFake: ('setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'Date')[]
  }
  /** For `jest.useFakeTimers()`: there it is said what stays real. */
  jest: {
    /** Timers to leave alone: those that calls wait on. */
    doNotFake: (
      | 'setImmediate'
      | 'clearImmediate'
      | 'nextTick'
      | 'queueMicrotask'
      | 'performance'
      | 'hrtime'
    )[]
  }
  /** For `mock.timers.enable()` of `node:test`. */
  node: {
    /** Timers to fake: all but those that calls wait on. */
    apis: ('setTimeout' | 'setInterval' | 'Date')[]
  }
}
