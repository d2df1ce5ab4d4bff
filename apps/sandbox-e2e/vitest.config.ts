import { availableParallelism } from 'node:os'
import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../../tools/vitest.project.ts'

export default mergeConfig(
  vitestProject('sandbox-e2e', {
    // The recipes are tests of the sandbox too: what is copied from here works.
    include: ['test/**/*.test.ts', '../../examples/vitest/*.test.ts'],
    // Many tests start several processes, one after the other.
    testTimeout: 60_000,
  }),
  {
    test: {
      // Tests that load other versions of modules keep a process each; those of the browser share one, and its Chromium.
      isolate: true,
      globalSetup: ['../sandbox/test/kit/folder-setup.ts', '../sandbox/test/kit/postgres-setup.ts'],
      // Much of the time goes into waiting for receivers that hang and processes that start: more at once than cores.
      maxWorkers: availableParallelism() + 1,
    },
  },
)
