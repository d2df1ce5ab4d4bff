import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts', 'src/arbitraries.ts'], {
  // The inbox listens with node:http.
  platform: 'node',
})
