import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../../tools/vitest.project.ts'

// Each suite leaves globals and timers as it found them: loading everything anew for each costs a third of the time.
export default mergeConfig(vitestProject('testing'), { test: { isolate: false } })
