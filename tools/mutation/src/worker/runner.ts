import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { type Lab, noneReached } from './lab.ts'

/** Runs tests as vitest does, and tells the lab which test is running and how each ended. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default class MutationRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTask & { type: 'test' }): Promise<void> {
    enter(test.id)
    await super.onBeforeRunTask(test)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    enter('')
    await super.onBeforeRunSuite(suite)
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    lab().files = files
    super.onAfterRunFiles(files)
  }
}

function lab(): Lab {
  const shared = globalThis.mutationLab
  if (!shared) throw new Error('Tests are run with mutants by the worker of this tool alone')
  return shared
}

function enter(id: string): void {
  const { reached } = lab()
  const own = reached.get(id) ?? noneReached()
  reached.set(id, own)
  lab().current = own
}
