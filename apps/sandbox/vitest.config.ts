import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../../tools/vitest.project.ts'

export default mergeConfig(
  vitestProject('sandbox', {
    // The recipes are tests of the sandbox too: what is copied from here works.
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../../examples/vitest/*.test.ts'],
  }),
  { test: { globalSetup: ['test/postgres-setup.ts'] } },
)
