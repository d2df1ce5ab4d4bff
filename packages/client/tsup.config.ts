import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(['src/index.ts'], {
  platform: 'node',
  // The contract and its validation go in: 16 ms to import instead of 61 ms, most of it for the many files of zod.
  // The types stay those of @svc/models, so that a Payment is one type wherever it comes from.
  noExternal: ['@svc/models', /^zod/],
  esbuildOptions: (options) => {
    // Said of every chunk of @svc/models that is not needed, which is the point of its `sideEffects: false`.
    options.logOverride = { 'ignored-bare-import': 'silent' }
  },
  // What is marked @internal (the injected clock, the constructors of resources) is nobody else's to write against.
  dts: { compilerOptions: { customConditions: [], composite: false, stripInternal: true } },
})
