import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts'], {
  platform: 'node',
  // What is marked @internal (the injected clock, the constructors of resources) is nobody else's to write against.
  dts: { compilerOptions: { customConditions: [], composite: false, stripInternal: true } },
})
