import { vitestProject } from '../vitest.project.ts'

export default vitestProject('docs', { testTimeout: 60_000 })
