import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../vitest.project.ts'

// Its tests leave nothing behind: a worker for each file is a quarter of their time.
export default mergeConfig(vitestProject('docs', { testTimeout: 60_000 }), { test: { isolate: false } })
