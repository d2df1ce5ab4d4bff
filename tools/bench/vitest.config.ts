import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../vitest.project.ts'

// Its tests leave nothing behind: a worker for each file is half of their time.
export default mergeConfig(vitestProject('bench'), { test: { isolate: false } })
