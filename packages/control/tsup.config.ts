import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts'])
