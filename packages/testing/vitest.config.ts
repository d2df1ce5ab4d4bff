import { vitestProject } from '../../tools/vitest.project.ts'

export default vitestProject('testing')
