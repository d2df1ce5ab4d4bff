import { tsupPackage } from '../../tools/tsup.package.ts'

// One entry a module, not one bundle: an import of one schema loads one schema.
export default tsupPackage(['src/**/*.ts', '!src/**/*.test.ts'])
