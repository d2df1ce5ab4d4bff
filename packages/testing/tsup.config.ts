import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts', 'src/arbitraries.ts', 'src/conformance/main.ts'], {
  // The inbox and the conformance kit listen and send with node:http.
  platform: 'node',
})
