import { needsNode } from '../../tools/needs-node.ts'
import { tsupPackage, versionAlone } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts'], {
  // As in models: zod's own files are 90, most of them messages in other languages.
  noExternal: [/^zod/],
  esbuildPlugins: [versionAlone, needsNode],
})
