import { vitestProject } from '../vitest.project.ts'

export default vitestProject('new-package')
