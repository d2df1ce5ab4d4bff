import { vitestProject } from '../../tools/vitest.project.ts'

// vitest hands these conditions to its workers, where they hold for `require` too: with `import` among them Express's
// CommonJS packages would get the ES module of what they require, a namespace in place of a function.
const conditions = ['@svc/source', 'node']

export default {
  ...vitestProject('signing'),
  ssr: { resolve: { conditions, externalConditions: conditions } },
}
