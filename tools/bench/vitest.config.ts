import { vitestProject } from '../vitest.project.ts'

export default vitestProject('bench')
