import { mergeConfig } from 'vitest/config'
import { vitestProject } from '../../tools/vitest.project.ts'

export default mergeConfig(vitestProject('sandbox'), { test: { globalSetup: ['test/postgres-setup.ts'] } })
