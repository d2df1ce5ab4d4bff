import { tsupPackage } from '../../tools/tsup.package.ts'

// One entry a module, not one bundle: whoever imports one schema gets one schema.
export default tsupPackage(['src/**/*.ts', '!src/**/*.test.ts'])
