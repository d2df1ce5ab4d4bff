import { defineConfig } from 'vitest/config'

/**
 * The vitest settings that all projects share. Sources are resolved through the `@svc/source` condition, so tests
 * need no build; a JUnit report per target is what `.ci/run` sums up.
 */
export function vitestProject(name: string, options: { testTimeout?: number; include?: string[] } = {}) {
  // vitest hands these to its workers, where they hold for `require` too: with `import` among them a CommonJS package
  // such as Express would get the ES module of what it requires, a namespace in place of a function.
  const conditions = ['@svc/source', 'node']
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: options.include ?? ['src/**/*.test.ts', 'test/**/*.test.ts'],
      // Each file leaves globals, timers and spies as it found them: a process for each, which loads everything anew, takes up
      // to half of the time of a project.
      isolate: false,
      testTimeout: options.testTimeout ?? 20_000,
      hookTimeout: 60_000,
      // Polling ends as soon as it holds; its default of one second is too short for a busy machine.
      expect: { poll: { timeout: 15_000 } },
      reporters: [
        'default',
        ['junit', { outputFile: `test-results/${process.env['NX_TASK_TARGET_TARGET'] ?? 'test'}.xml` }],
      ],
      execArgv: ['--conditions=@svc/source'],
    },
  })
}
