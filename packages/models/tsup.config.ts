import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(
  {
    index: 'src/index.ts',
    money: 'src/money.ts',
    vocabulary: 'src/constants.ts',
    events: 'src/events.ts',
    operations: 'src/api.ts',
    openapi: 'src/document.ts',
  },
  {
    // What is used of zod goes in, as one file: its own are 80, and loading them takes three times as long as all the
    // rest. The types stay those of zod.
    noExternal: [/^zod/],
  },
)
