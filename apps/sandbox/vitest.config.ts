import { availableParallelism } from 'node:os'
import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../../tools/vitest.project.ts'

export default mergeConfig(
  vitestProject('sandbox', {
    // Many tests start several processes, one after the other.
    testTimeout: 60_000,
  }),
  {
    test: {
      globalSetup: ['test/kit/folder-setup.ts', 'test/kit/postgres-setup.ts'],
      // Much of the time goes into waiting for receivers that hang and processes that start: more at once than cores.
      maxWorkers: availableParallelism() + 1,
    },
  },
)
