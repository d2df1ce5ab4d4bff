import { needsNode } from '../../tools/needs-node.ts'
import { tsupPackage, versionAlone } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts', 'src/arbitraries.ts'], {
  // The inbox listens with node:http.
  platform: 'node',
  esbuildPlugins: [versionAlone, needsNode],
})
