import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts', 'src/main.ts'], {
  // The kit sends with node:http.
  platform: 'node',
})
