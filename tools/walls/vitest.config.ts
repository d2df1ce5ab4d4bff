import { vitestProject } from '../vitest.project.ts'

export default vitestProject('walls', { testTimeout: 60_000 })
