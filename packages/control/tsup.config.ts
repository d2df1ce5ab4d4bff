import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts'], {
  // As in models: zod's own files are 90, most of them messages in other languages.
  noExternal: [/^zod/],
})
