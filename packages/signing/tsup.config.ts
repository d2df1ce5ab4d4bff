import { tsupPackage } from '../../tools/tsup.package.ts'

export default tsupPackage(
  ['src/index.ts', 'src/web.ts', 'src/fastify.ts', 'src/express.ts', 'src/fetch.ts'],
  {
    // The neutral platform knows no built-in modules; only the entries for Node name any.
    external: [/^node:/],
  },
)
